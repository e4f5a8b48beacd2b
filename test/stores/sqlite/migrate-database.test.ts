import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { Connection } from "../../../src/stores/sqlite/connection.ts";
import { type DatabaseFormat, openDatabase } from "../../../src/stores/sqlite/open-database.ts";
import { aDataFolder } from "./data-folder.ts";

const ONE = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;";
const TWO = "ALTER TABLE notes ADD COLUMN kind TEXT NOT NULL DEFAULT 'note';";
const BROKEN = "ALTER TABLE notes DROP COLUMN nothing;";

function aFormat(...migrations: readonly string[]): DatabaseFormat {
  return { migrations, synchronous: "FULL", pageBytes: 4096, keepsCopy: true };
}

async function open(path: string, format: DatabaseFormat): Promise<Connection> {
  const connection = await openDatabase({ path, format, mode: "readwrite" });
  if (connection === "missing") throw new Error("a writer found nothing");
  return connection;
}

/** A database of format 1 with a note whose process died before the log was moved into the file. */
async function anOldDatabase(): Promise<{ path: string; copy: string }> {
  const path = join(aDataFolder(), "store.db");
  const connection = await open(path, aFormat(ONE));
  connection.run("INSERT INTO notes (text) VALUES ('kept')");
  const bytes = readFileSync(path);
  const log = readFileSync(`${path}-wal`);
  connection.close();
  writeFileSync(path, bytes);
  writeFileSync(`${path}-wal`, log);
  return { path, copy: `${path}.before-v2` };
}

function readCopy(copy: string): unknown {
  const db = new DatabaseSync(copy, { readOnly: true });
  try {
    return [
      db.prepare("SELECT * FROM notes").all(),
      db.prepare("PRAGMA user_version").get(),
      db.prepare("PRAGMA integrity_check").get(),
    ];
  } finally {
    db.close();
  }
}

const OLD = [[{ id: 1, text: "kept" }], { user_version: 1 }, { integrity_check: "ok" }];

describe("a database that nothing can rebuild", () => {
  it("is copied, its log included, before a migration changes it, and has no copy when it is new", async () => {
    const { path, copy } = await anOldDatabase();
    expect(existsSync(copy)).toBe(false);
    const migrated = await open(path, aFormat(ONE, TWO));
    expect(migrated.all("SELECT text, kind FROM notes")).toEqual([{ text: "kept", kind: "note" }]);
    expect(readCopy(copy)).toEqual(OLD);
    migrated.close();
    expect(existsSync(copy)).toBe(true);
  });

  it("loses the copy at the first start that finds it sound", async () => {
    const { path, copy } = await anOldDatabase();
    (await open(path, aFormat(ONE, TWO))).close();
    const next = await open(path, aFormat(ONE, TWO));
    expect(existsSync(copy)).toBe(false);
    expect(next.all("SELECT text FROM notes")).toEqual([{ text: "kept" }]);
    next.close();
  });

  it("keeps the copy while the migrated file is damaged", async () => {
    const { path, copy } = await anOldDatabase();
    const migrated = await open(path, aFormat(ONE, TWO));
    migrated.all("PRAGMA wal_checkpoint(TRUNCATE)");
    migrated.close();
    const bytes = readFileSync(path);
    // The second page holds the notes.
    bytes.fill(0x5a, 4096, 8192);
    writeFileSync(path, bytes);
    await open(path, aFormat(ONE, TWO)).then(
      (connection) => connection.close(),
      (error: unknown) => expect(error).toMatchObject({ code: "store_corrupt" }),
    );
    expect(readCopy(copy)).toEqual(OLD);
  });

  it("stays as it was when a migration fails, and migrates later", async () => {
    const { path, copy } = await anOldDatabase();
    await expect(open(path, aFormat(ONE, BROKEN))).rejects.toThrow();
    const old = await open(path, aFormat(ONE));
    expect(old.all("SELECT * FROM notes")).toEqual([{ id: 1, text: "kept" }]);
    old.close();
    const migrated = await open(path, aFormat(ONE, TWO));
    expect(readCopy(copy)).toEqual(OLD);
    migrated.close();
  });

  it("is refused by a program that does not know its format", async () => {
    const { path } = await anOldDatabase();
    (await open(path, aFormat(ONE, TWO))).close();
    await expect(open(path, aFormat(ONE))).rejects.toMatchObject({ code: "store_newer" });
  });
});
