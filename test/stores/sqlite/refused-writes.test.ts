import { spawn } from "node:child_process";
import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import {
  contentDatabasePath,
  openSqliteContentStore,
} from "../../../src/stores/sqlite/sqlite-content-store.ts";
import { openSqliteRefreshLock } from "../../../src/stores/sqlite/sqlite-refresh-lock.ts";
import {
  aPublication,
  bytesOf,
  publishTexts,
  sha256,
  stage,
} from "../../contracts/content-examples.ts";
import { buildChild, endOf, firstLineOf, startChild } from "./child-process.ts";
import { aDataFolder } from "./data-folder.ts";

const ALPHA = bytesOf("# Alpha\n");
const NOBODY = 65_534;

it("tells a store that was never written from an empty one, and writes nothing to find out", async () => {
  const folder = aDataFolder();
  const data = join(folder, "data");
  expect(await openSqliteContentStore({ folder: data, mode: "readonly" })).toBe("missing");
  expect(readdirSync(folder)).toEqual([]);
  const store = await openSqliteContentStore({ folder: data, mode: "readwrite" });
  await store.close();
  const reader = await openSqliteContentStore({ folder: data, mode: "readonly" });
  if (reader === "missing") throw new Error("an empty store is not a missing one");
  expect(await reader.current()).toBe("none");
  await reader.close();
});

it("calls an empty file missing: its creator died before the first write", async () => {
  const folder = aDataFolder();
  writeFileSync(contentDatabasePath(folder), "");
  expect(await openSqliteContentStore({ folder, mode: "readonly" })).toBe("missing");
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  expect(await store.current()).toBe("none");
  await store.close();
});

it("refuses a data folder that cannot be made (REF-13)", async () => {
  const file = join(aDataFolder(), "file");
  writeFileSync(file, "");
  const folder = join(file, "data");
  await expect(openSqliteContentStore({ folder, mode: "readwrite" })).rejects.toMatchObject({
    code: "data_folder_unusable",
    details: { path: folder },
  });
  expect(await openSqliteContentStore({ folder, mode: "readonly" })).toBe("missing");
});

it("reads and refuses to write in a folder that may not be written (REF-13)", async (context) => {
  const folder = aDataFolder();
  const script = await buildChild("open-store", folder);
  const data = join(folder, "data");
  const store = await openSqliteContentStore({ folder: data, mode: "readwrite" });
  await publishTexts(store, { "a.md": ALPHA });
  await store.close();
  const lock = await openSqliteRefreshLock({ folder: data, now: () => "now" }).acquire();
  if (!("heldBy" in lock)) await lock.release();
  // As a process leaves it that ended: no log, and no index of the log, which a reader could not create here.
  for (const suffix of ["-wal", "-shm"])
    rmSync(contentDatabasePath(data) + suffix, { force: true });
  for (const path of [folder, data]) chmodSync(path, 0o555);
  for (const file of readdirSync(data)) chmodSync(join(data, file), 0o444);
  // Permissions do not stop the superuser, so the store is opened by a child that is somebody else.
  const isSuperuser = process.getuid?.() === 0;
  const identity = isSuperuser ? { uid: NOBODY, gid: NOBODY } : {};
  const open = async (mode: string): Promise<string> => {
    const child = startChild(script, [data, mode], identity);
    await firstLineOf(child);
    const end = endOf(child);
    child.stdin?.write("go\n");
    return (await end).output;
  };
  try {
    const canRun = await open("readonly").catch((error: unknown) => String(error));
    if (canRun.startsWith("Error")) context.skip("another user cannot run this checkout");
    expect(await open("readonly")).toBe("generation 1\n");
    expect(await open("readwrite")).toBe("store_readonly\n");
    expect(await open("lock")).toBe("store_readonly\n");
  } finally {
    for (const path of [folder, data]) chmodSync(path, 0o755);
  }
});

it("refuses every write to a store opened for reading, by name", async () => {
  const folder = aDataFolder();
  const writer = await openSqliteContentStore({ folder, mode: "readwrite" });
  const reader = await openSqliteContentStore({ folder, mode: "readonly" });
  if (reader === "missing") throw new Error("it was created a moment ago");
  expect(reader.writable).toBe(false);
  const refusal = { code: "store_readonly" };
  await expect(stage(reader, ALPHA)).rejects.toMatchObject(refusal);
  await expect(reader.stageSegment()).rejects.toMatchObject(refusal);
  await expect(reader.publish(aPublication("none", 0))).rejects.toMatchObject(refusal);
  await expect(reader.sweep()).rejects.toMatchObject(refusal);
  await reader.close();
  await writer.close();
});

it("says that no space is left, keeps the old generation, and goes on when there is (REF-16)", async () => {
  const folder = aDataFolder();
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  await publishTexts(store, { "a.md": ALPHA });
  await store.close();
  // SQLite's own page limit answers as a full disk does, with the same code (SQLITE_FULL).
  const { size } = statSync(contentDatabasePath(folder));
  const full = await openSqliteContentStore({ folder, mode: "readwrite", maxDatabaseBytes: size });
  const noise = Uint8Array.from({ length: 300_000 }, (_, index) => (index * index * 31) >> 7);
  await expect(stage(full, noise)).rejects.toMatchObject({ code: "store_full" });
  expect(await full.current()).toMatchObject({ id: 1 });
  expect(await full.readText(sha256(ALPHA))).toEqual(ALPHA);
  expect(await full.check()).toEqual([]);
  await full.close();
  const roomy = await openSqliteContentStore({ folder, mode: "readwrite" });
  await publishTexts(roomy, { "noise.md": noise });
  expect(await roomy.readText(sha256(noise))).toEqual(noise);
  await roomy.close();
});

it("says the same when the operating system lets no file grow any further (REF-16)", async (context) => {
  if (process.platform === "win32") context.skip("Windows has no limit on file size");
  const folder = aDataFolder();
  const script = await buildChild("fill-disk", folder);
  const data = join(folder, "data");
  const command = 'ulimit -f 2000 && exec "$0" "$1" "$2"';
  const child = spawn("sh", ["-c", command, process.execPath, script, data]);
  expect((await endOf(child)).output).toBe("store_full\n[]\n");
  const store = await openSqliteContentStore({ folder: data, mode: "readwrite" });
  expect(await store.check()).toEqual([]);
  await publishTexts(store, { "a.md": ALPHA });
  await store.close();
});

it("gives up on another process's write lock after a bounded wait, and reads meanwhile", async () => {
  const folder = aDataFolder();
  const store = await openSqliteContentStore({ folder, mode: "readwrite", busyTimeoutMs: 20 });
  await publishTexts(store, { "a.md": ALPHA });
  const other = new DatabaseSync(contentDatabasePath(folder));
  other.exec("BEGIN IMMEDIATE");
  await expect(store.publish(aPublication(1, 1))).rejects.toMatchObject({ code: "store_busy" });
  expect(await store.readText(sha256(ALPHA))).toEqual(ALPHA);
  other.exec("ROLLBACK");
  other.close();
  await store.publish(aPublication(1, 1));
  expect(await store.current()).toMatchObject({ id: 2 });
  await store.close();
});

it("tries again when another process is just creating the database", async () => {
  const folder = aDataFolder();
  const creator = new DatabaseSync(contentDatabasePath(folder));
  creator.exec("BEGIN EXCLUSIVE");
  const opening = openSqliteContentStore({ folder, mode: "readwrite", busyTimeoutMs: 1 });
  // The first attempt is over when the event loop turns; only then does the creator let go.
  await new Promise((resolve) => setImmediate(resolve));
  creator.exec("ROLLBACK");
  creator.close();
  const store = await opening;
  expect(await store.current()).toBe("none");
  await store.close();
});

it("leaves nothing in the write-ahead log after a publish, so that the folder stays small", async () => {
  const folder = aDataFolder();
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  await publishTexts(store, { "a.md": ALPHA });
  const sizes = await store.sizes();
  expect(sizes.walBytes).toBe(0);
  expect(sizes.databaseBytes).toBe(statSync(contentDatabasePath(folder)).size);
  expect(sizes.textBytes).toBeGreaterThan(0);
  await store.close();
});

it("shows a reader in another connection one generation or the next, never staged rows", async () => {
  const folder = aDataFolder();
  const writer = await openSqliteContentStore({ folder, mode: "readwrite" });
  await publishTexts(writer, { "a.md": ALPHA });
  const reader = await openSqliteContentStore({ folder, mode: "readonly" });
  if (reader === "missing") throw new Error("it was published a moment ago");
  await stage(writer, bytesOf("# Staged\n"));
  expect((await reader.artifacts()).map((artifact) => artifact.path)).toEqual(["a.md"]);
  await publishTexts(writer, { "b.md": ALPHA });
  expect(await reader.current()).toMatchObject({ id: 2, artifactCount: 2 });
  expect(await reader.artifacts()).toHaveLength(2);
  await reader.close();
  await writer.close();
});
