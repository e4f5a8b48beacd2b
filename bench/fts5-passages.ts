import { DatabaseSync } from "@photostructure/sqlite";
import type { FieldedPassage } from "./fielded-passage.ts";

/** A passage found, by its place in the order of insertion. */
export interface FoundPassage {
  readonly index: number;
  /** FTS5's `bm25`, sign turned: higher is better. */
  readonly score: number;
}

/** Plain SQLite FTS5 over passages. */
export interface Fts5Passages {
  /** Any word may match; all words of the query are kept. Best first, ties in order of insertion. */
  search(query: string, limit: number): readonly FoundPassage[];
  close(): void;
}

/**
 * Builds FTS5 over the passages with Porter stems and weights title 2, heading 2, body 1. `file` is a path, or
 * `:memory:`. One transaction, write-ahead log, as a program would that wants it fast and safe.
 */
export function buildFts5(passages: Iterable<FieldedPassage>, file: string): Fts5Passages {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  database.exec(
    "create virtual table passage using fts5(title, heading, body, tokenize = 'porter unicode61')",
  );
  const insert = database.prepare(
    "insert into passage(rowid, title, heading, body) values (?, ?, ?, ?)",
  );
  database.exec("begin");
  let row = 0;
  for (const { title, heading, body } of passages) insert.run(++row, title, heading, body);
  database.exec("commit");
  const select = database.prepare(
    `select rowid - 1 as found, -bm25(passage, 2, 2, 1) as score from passage
     where passage match ? order by bm25(passage, 2, 2, 1), rowid limit ?`,
  );
  return {
    search(query, limit) {
      const match = toMatch(query);
      if (match === "") return [];
      return select.all(match, limit).map((found) => {
        const { found: index, score } = found as { found: number; score: number };
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
