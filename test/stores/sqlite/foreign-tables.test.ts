import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ForeignQuery, ForeignRow, ForeignTables } from "../../../src/ports/foreign-tables.ts";
import { createForeignTablesOpener } from "../../../src/stores/sqlite/foreign-tables.ts";
import { aDatabase, insertRow } from "../../builders/a-database.ts";
import { aTree } from "../../builders/a-tree.ts";

const PAIRS: ForeignQuery = { table: "pairs", key: "key", columns: ["value"] };
const COLUMNS = "key TEXT PRIMARY KEY, value BLOB";
const open = createForeignTablesOpener({ waitMs: 60 });

async function opened(path: string): Promise<ForeignTables> {
  const tables = await open({ source: "them", path });
  onTestFinished(() => tables.close());
  return tables;
}

async function all(tables: ForeignTables, prefix = ""): Promise<readonly ForeignRow[]> {
  const rows: ForeignRow[] = [];
  for await (const page of tables.pages(PAIRS, prefix)) rows.push(...page);
  return rows;
}

/** What a folder holds, to the byte, and when each file was written. */
function folderState(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
      return `${name} ${sha256} ${statSync(path, { bigint: true }).mtimeNs}`;
    });
}

const keysOf = (rows: readonly ForeignRow[]): readonly unknown[] => rows.map(({ key }) => key);

describe("rows of another program's table", () => {
  it("come in order of their key with NULL, bytes, text and large numbers as they are", async () => {
    const path = join(aTree(), "them.db");
    const rows = [
      ["c", null],
      ["a", new Uint8Array([0, 255])],
      ["b", "text with \0 in it"],
      ["d", 2n ** 60n],
      ["e", 7],
    ] as const;
    await aDatabase(path, { pairs: { columns: COLUMNS, rows } });
    const tables = await opened(path);
    expect(await all(tables)).toEqual([
      { key: "a", cells: { value: new Uint8Array([0, 255]) } },
      { key: "b", cells: { value: "text with \0 in it" } },
      { key: "c", cells: { value: null } },
      { key: "d", cells: { value: 2n ** 60n } },
      { key: "e", cells: { value: 7 } },
    ]);
    expect([...(await tables.columnsOf("pairs"))]).toEqual(["key", "value"]);
    expect((await tables.columnsOf("other")).size).toBe(0);
  });

  it("come as text from a database that keeps UTF-16", async () => {
    const path = join(aTree(), "them.db");
    const owner = await aDatabase(path, {});
    owner.exec(`PRAGMA encoding = 'UTF-16le'; CREATE TABLE pairs (${COLUMNS})`);
    owner.exec("INSERT INTO pairs VALUES ('a', 'größer 🌱')");
    expect(await all(await opened(path))).toEqual([{ key: "a", cells: { value: "größer 🌱" } }]);
  });

  it("are found by key and by what a key begins with, without patterns", async () => {
    const path = join(aTree(), "them.db");
    const rows = ["a:%", "a:1", "a:_", "a;", "a", "b:1"].map((key) => [key, key] as const);
    await aDatabase(path, { pairs: { columns: "key TEXT UNIQUE, value BLOB", rows } });
    const tables = await opened(path);
    expect(keysOf(await all(tables, "a:"))).toEqual(["a:%", "a:1", "a:_"]);
    expect(await tables.find(PAIRS, "a:_")).toEqual({ key: "a:_", cells: { value: "a:_" } });
    expect(await tables.find(PAIRS, "a:?")).toBe("missing");
  });

  it("come in pages of about a megabyte, each row once", async () => {
    const path = join(aTree(), "them.db");
    const rows = Array.from({ length: 40 }, (_, index) => {
      return [
        String(index).padStart(3, "0"),
        "x".repeat(index === 7 ? 3_000_000 : 200_000),
      ] as const;
    });
    await aDatabase(path, { pairs: { columns: COLUMNS, rows } });
    const pages: (readonly ForeignRow[])[] = [];
    for await (const page of (await opened(path)).pages(PAIRS)) pages.push(page);
    expect(pages.flatMap(keysOf)).toEqual(rows.map(([key]) => key));
    expect(Math.max(...pages.map((page) => page.length))).toBe(5);
    expect(pages.find((page) => keysOf(page).includes("007"))).toHaveLength(1);
  });

  it("larger than the limit are named and not read", async () => {
    const path = join(aTree(), "them.db");
    const database = await aDatabase(path, { pairs: { columns: COLUMNS, rows: [["b", 1]] } });
    database.exec("INSERT INTO pairs VALUES ('a', zeroblob(67108865))");
    const tables = await opened(path);
    expect(await all(tables)).toEqual([
      { key: "a", cells: "too_long" },
      { key: "b", cells: { value: 1 } },
    ]);
    expect(await tables.find(PAIRS, "a")).toEqual({ key: "a", cells: "too_long" });
  });
});

describe("a database that its owner has open", () => {
  it("is read with what only its log holds, and its folder stays as it is to the byte", async () => {
    const folder = aTree();
    const path = join(folder, "them.db");
    const rows = [["a", "old"]] as const;
    const owner = await aDatabase(path, { pairs: { columns: COLUMNS, rows } }, "wal");
    owner.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    insertRow(owner, "pairs", ["b", "only in the log"]);
    const before = folderState(folder);
    expect(before.map((line) => line.split(" ")[0])).toEqual([
      "them.db",
      "them.db-shm",
      "them.db-wal",
    ]);
    const tables = await opened(path);
    expect(keysOf(await all(tables))).toEqual(["a", "b"]);
    tables.close();
    expect(folderState(folder)).toEqual(before);
    insertRow(owner, "pairs", ["c", "still theirs"]);
  });

  it("in another process is read while that process keeps writing", async () => {
    const folder = aTree();
    const path = join(folder, "them.db");
    const driver = join(import.meta.dirname, "../../../node_modules/@photostructure/sqlite");
    const script = `
      const { DatabaseSync } = require(${JSON.stringify(driver)});
      const database = new DatabaseSync(${JSON.stringify(path)});
      database.exec("PRAGMA journal_mode = WAL; CREATE TABLE pairs (${COLUMNS})");
      const insert = database.prepare("INSERT INTO pairs VALUES (?, ?)");
      let count = 0;
      const write = () => { insert.run(String(count++).padStart(6, "0"), "x".repeat(5000)); };
      for (let i = 0; i < 100; i++) write();
      console.log("ready");
      setInterval(write, 0);`;
    const owner = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void owner.kill("SIGKILL"));
    await once(owner.stdout, "data");
    const patient = createForeignTablesOpener({ waitMs: 20_000 });
    for (let round = 0; round < 3; round++) {
      const tables = await patient({ source: "them", path });
      const keys = keysOf(await all(tables));
      tables.close();
      expect(keys.length).toBeGreaterThanOrEqual(100);
      // Every row up to the last: no state in between.
      expect(keys).toEqual(keys.map((_, index) => String(index).padStart(6, "0")));
    }
  });

  it("is refused after a bounded wait while its main file is written to without pause", async () => {
    const path = join(aTree(), "them.db");
    const owner = await aDatabase(path, { pairs: { columns: COLUMNS, rows: [] } }, "wal");
    owner.exec(
      "INSERT INTO pairs VALUES ('a', zeroblob(50000000)); PRAGMA wal_checkpoint(TRUNCATE)",
    );
    insertRow(owner, "pairs", ["b", "in the log"]);
    // The time is all that shows of a page moved into a file of the same size.
    const script = `
      const { utimesSync } = require("node:fs");
      console.log("ready");
      for (let time = 1; ; time++) utimesSync(${JSON.stringify(path)}, time, time);`;
    const writer = spawn(process.execPath, ["-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void writer.kill("SIGKILL"));
    await once(writer.stdout, "data");
    await expect(opened(path)).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringContaining("its owner is writing to it"),
    });
    writer.kill("SIGKILL");
    await once(writer, "exit");
    expect(keysOf(await all(await opened(path)))).toEqual(["a", "b"]);
  });

  it("and locked is refused after a bounded wait, and read once it is free", async () => {
    const path = join(aTree(), "them.db");
    const owner = await aDatabase(path, { pairs: { columns: COLUMNS, rows: [["a", 1]] } });
    owner.exec("BEGIN EXCLUSIVE");
    await expect(opened(path)).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringContaining("its owner holds it locked"),
    });
    owner.exec("COMMIT");
    const tables = await opened(path);
    owner.exec("BEGIN EXCLUSIVE");
    await expect(all(tables)).rejects.toMatchObject({ code: "source_unavailable" });
    owner.exec("COMMIT");
    expect(await all(tables)).toHaveLength(1);
  });

  it("is never kept from writing by one who is reading it", async () => {
    const path = join(aTree(), "them.db");
    const owner = await aDatabase(path, { pairs: { columns: COLUMNS, rows: [["a", 1]] } });
    const pages = (await opened(path)).pages(PAIRS)[Symbol.asyncIterator]();
    await pages.next();
    insertRow(owner, "pairs", ["b", 2]);
    expect((await pages.next()).value).toEqual([{ key: "b", cells: { value: 2 } }]);
  });

  it("is refused when its owner begins to write into what is read as unchanging", async () => {
    const path = join(aTree(), "them.db");
    const rows = [["a", 1]] as const;
    (await aDatabase(path, { pairs: { columns: COLUMNS, rows } }, "wal")).close();
    const tables = await opened(path);
    const owner = await aDatabase(path, {}, "wal");
    insertRow(owner, "pairs", ["b", 2]);
    await expect(all(tables)).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringContaining("wrote to it while it was read"),
    });
  });
});

describe("a database nobody has open", () => {
  it("is read in a folder that cannot be written, in every state it may be left in", async () => {
    for (const log of ["delete", "wal"] as const) {
      const folder = aTree();
      const path = join(folder, "them.db");
      const rows = [["a", 1]] as const;
      (await aDatabase(path, { pairs: { columns: COLUMNS, rows } }, log)).close();
      chmodSync(path, 0o444);
      chmodSync(folder, 0o555);
      onTestFinished(() => chmodSync(folder, 0o755));
      const before = folderState(folder);
      expect(await all(await opened(path))).toHaveLength(1);
      expect(folderState(folder)).toEqual(before);
      expect(readdirSync(folder)).toEqual(["them.db"]);
    }
  });

  it("with half a transaction of a killed owner is read without it, and its journal is left to that owner", async () => {
    const folder = aTree();
    const path = join(folder, "them.db");
    const owner = await aDatabase(path, { pairs: { columns: COLUMNS, rows: [["a", 1]] } });
    owner.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE");
    for (let index = 0; index < 50; index++) {
      insertRow(owner, "pairs", [`b${index}`, "x".repeat(4000)]);
    }
    const killed = join(aTree({ "them.db": readFileSync(path) }), "them.db");
    writeFileSync(`${killed}-journal`, readFileSync(`${path}-journal`));
    owner.exec("ROLLBACK");
    const before = folderState(join(killed, ".."));
    expect(keysOf(await all(await opened(killed)))).toEqual(["a"]);
    expect(folderState(join(killed, ".."))).toEqual(before);
  });

  it("is refused by name when it is damaged, no database, or a folder", async () => {
    const folder = aTree({ "text.db": "no database at all ".repeat(50) });
    const path = join(folder, "them.db");
    const rows = Array.from({ length: 300 }, (_, index) => [`k${index}`, "x".repeat(500)] as const);
    (await aDatabase(path, { pairs: { columns: COLUMNS, rows } })).close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xa5, 8192, bytes.length - 4096));
    await expect(opened(path).then(all)).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringMatching(/"them" at .*them\.db.*damaged/),
    });
    await expect(opened(join(folder, "text.db"))).rejects.toMatchObject({
      message: expect.stringContaining("no SQLite database"),
    });
    await expect(opened(folder)).rejects.toMatchObject({ code: "source_unavailable" });
  });

  it("is never created where there is none", async () => {
    const folder = aTree();
    const path = join(folder, "missing.db");
    await expect(opened(path)).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringContaining("ENOENT"),
    });
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
