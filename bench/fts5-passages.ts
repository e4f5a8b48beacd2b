import { DatabaseSync } from "@photostructure/sqlite";
import type { FieldedPassage } from "./fielded-passage.ts";

/** A passage found, by its place in the order of insertion. */
export interface FoundPassage {
  readonly index: number;
  /** FTS5's `bm25`, sign turned: higher is better. */
  readonly score: number;
}

/** Plain SQLite FTS5 over passages, with Porter stems and weights title 2, heading 2, body 1. */
export interface Fts5Passages {
  /** Adds passages in one transaction. */
  add(passages: Iterable<FieldedPassage>): void;
  /** Any word may match; all words of the query are kept. Best first, ties in order of insertion. */
  search(query: string, limit: number): readonly FoundPassage[];
  close(): void;
}

/** Opens an empty FTS5 table in `file`, a path or `:memory:`. Write-ahead log, as a program that wants it fast and safe. */
export function openFts5(file: string): Fts5Passages {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  database.exec(
    "create virtual table passage using fts5(title, heading, body, tokenize = 'porter unicode61')",
  );
  const insert = database.prepare("insert into passage(title, heading, body) values (?, ?, ?)");
  const select = database.prepare(
    `select rowid - 1 as found, -bm25(passage, 2, 2, 1) as score from passage
     where passage match ? order by bm25(passage, 2, 2, 1), rowid limit ?`,
  );
  return {
    add(passages) {
      database.exec("begin");
      for (const { title, heading, body } of passages) insert.run(title, heading, body);
      database.exec("commit");
    },
    search(query, limit) {
      const match = toMatch(query);
      if (match === "") return [];
      return select.all(match, limit).map((row) => {
        const { found: index, score } = row as { found: number; score: number };
        return { index, score };
      });
    },
    close() {
      database.close();
    },
  };
}

function toMatch(query: string): string {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
  return [...words].map((word) => `"${word}"`).join(" OR ");
}
