import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { KeepingCost } from "./import-process.ts";
import type { StagedSessions } from "./stage-sessions.ts";

const BATCH = 4_000;

/** What is read of a line; nothing else is checked. */
interface Line {
  readonly timestamp: string;
  readonly sessionId: string;
  readonly message: { readonly role: string; readonly content: string | readonly Block[] };
}

interface Block {
  readonly text?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly content?: string;
}

/**
 * What a small program does with plain SQLite: a table with an index on time, and FTS5 (Porter stems) over its text as external
 * content. No hashes, no redaction, no places in files, nothing merged.
 */
export function runFts5({ fts5File, root }: Omit<StagedSessions, "moreRoot">): KeepingCost {
  const database = new DatabaseSync(fts5File);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  database.exec(
    `create table if not exists event(id integer primary key, time integer, session text, role text, text text);
     create index if not exists event_time on event(time);
     create virtual table if not exists words using fts5(text, content='event', content_rowid='id', tokenize='porter unicode61')`,
  );
  const insert = database.prepare(
    "insert into event(time, session, role, text) values (?, ?, ?, ?)",
  );
  const before = process.cpuUsage();
  const spent = (): number => {
    const { system, user } = process.cpuUsage(before);
    return (system + user) / 1e6;
  };
  const { held } = database.prepare("select count(*) as held from event").get() as { held: number };
  let events = held;
  database.exec("begin");
  for (const line of readLines(join(root, "projects"))) {
    const { message, sessionId, timestamp } = JSON.parse(line) as Line;
    insert.run(Date.parse(timestamp), sessionId, message.role, textOf(message.content));
    events += 1;
    if (events % BATCH === 0) database.exec("commit; begin");
  }
  database.exec("commit");
  const storingCpuSeconds = spent();
  const index = database.prepare(
    "insert into words(rowid, text) select id, text from event where id > ? and id <= ?",
  );
  for (let from = held; from < events; from += BATCH) index.run(from, from + BATCH);
  const wholeCpuSeconds = spent();
  database.close();
  return { storingCpuSeconds, wholeCpuSeconds, events, redactions: 0 };
}

/** Answers of the same database, as a small program would ask for them. */
export interface Fts5Events {
  newest(count: number): readonly unknown[];
  search(words: string, count: number): readonly unknown[];
  close(): void;
}

/** Opens what `runFts5` made. */
export function openFts5Events(file: string): Fts5Events {
  const database = new DatabaseSync(file);
  const newest = database.prepare(
    "select id, time, session, role, text from event order by time desc, id desc limit ?",
  );
  const search = database.prepare(
    `select event.id, time, session, role, event.text, bm25(words) as score from words
     join event on event.id = words.rowid where words match ? order by score limit ?`,
  );
  return {
    newest: (count) => newest.all(count),
    search: (words, count) =>
      search.all(
        words
          .split(" ")
          .map((word) => `"${word}"`)
          .join(" OR "),
        count,
      ),
    close: () => database.close(),
  };
}

function* readLines(folder: string): Generator<string> {
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".jsonl")) continue;
    for (const line of readFileSync(join(folder, path), "utf8").split("\n")) {
      if (line !== "") yield line;
    }
  }
}

function textOf(content: Line["message"]["content"]): string {
  if (typeof content === "string") return content;
  return content
    .map(({ content: result, input, name, text }) =>
      name === undefined ? (text ?? result ?? "") : `${name}\n${JSON.stringify(input)}`,
    )
    .join("\n");
}
