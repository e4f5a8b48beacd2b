import type { SqliteDatabase } from "../../src/stores/sqlite/driver.ts";
import { aDatabase } from "./a-database.ts";

/** What differs from one OpenCode database to another. `data` is written as JSON unless it is text or null already. */
export interface OpenCodeSeed {
  readonly sessions?: readonly {
    readonly id: string;
    readonly parent?: string;
    readonly directory?: string;
    readonly title?: string;
  }[];
  readonly messages?: readonly {
    readonly id: string;
    readonly session: string;
    readonly createdMs?: number;
    readonly data: object;
  }[];
  readonly parts?: readonly {
    readonly id: string;
    readonly message: string;
    readonly session: string;
    readonly data: object | string | null;
  }[];
}

const COLUMNS = {
  session: "id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT NOT NULL, title TEXT",
  message: "id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT",
  part: "id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT",
};

/** Writes `opencode.db` with these rows, and leaves it open as its owner has it. */
export function anOpenCodeDatabase(
  path: string,
  seed: OpenCodeSeed,
  log: "wal" | "delete" = "wal",
): Promise<SqliteDatabase> {
  const { sessions = [], messages = [], parts = [] } = seed;
  const tables = {
    session: {
      columns: COLUMNS.session,
      rows: sessions.map(({ directory = "", id, parent, title }) => {
        return [id, parent ?? null, directory, title ?? null];
      }),
    },
    message: {
      columns: COLUMNS.message,
      rows: messages.map(({ createdMs, data, id, session }) => {
        return [id, session, createdMs ?? null, JSON.stringify(data)];
      }),
    },
    part: {
      columns: COLUMNS.part,
      rows: parts.map(({ data, id, message, session }) => {
        const cell = typeof data === "string" || data === null ? data : JSON.stringify(data);
        return [id, message, session, cell];
      }),
    },
  };
  return aDatabase(path, tables, log);
}
