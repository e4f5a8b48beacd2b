import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { quarantineDatabase } from "../../../src/stores/sqlite/quarantine-database.ts";
import {
  contentDatabasePath,
  openSqliteContentStore,
} from "../../../src/stores/sqlite/sqlite-content-store.ts";
import {
  anArtifact,
  aPublication,
  aWholePassage,
  bytesOf,
  sha256,
  stage,
} from "../../contracts/content-examples.ts";
import { aDataFolder } from "./data-folder.ts";

const ALPHA = bytesOf("# Alpha\n\nThe ledger belongs to the keeper.\n".repeat(40));
const KEYS = [{ kind: "terms", number: 0 }];

async function aFilledFolder(): Promise<string> {
  const folder = aDataFolder();
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  await stage(store, ALPHA);
  const id = await store.stageSegment();
  await store.stageBlocks(id, [{ kind: "terms", number: 0, bytes: bytesOf("rows") }]);
  await store.publish(
    aPublication("none", 1, {
      artifacts: [anArtifact("a.md", ALPHA)],
      segments: [{ id, documentCount: 1, passageCount: 1, liveness: Uint8Array.of(1) }],
    }),
  );
  await store.close();
  return folder;
}

/** Changes one stored row behind the store's back, as a failing disk would. */
function damage(folder: string, sql: string): void {
  const database = new DatabaseSync(contentDatabasePath(folder));
  database.exec(sql);
  database.close();
}

/** An expression for the same blob with its last byte replaced. */
const SPOILED = "CAST(substr(bytes, 1, length(bytes) - 1) || x'7f' AS BLOB)";

for (const mode of ["readonly", "readwrite"] as const) {
  it(`refuses a file that is no database, opened ${mode}, and leaves it as it is`, async () => {
    const folder = aDataFolder();
    const path = contentDatabasePath(folder);
    const garbage = Buffer.from("these bytes were once an index\n".repeat(200));
    writeFileSync(path, garbage);
    await expect(openSqliteContentStore({ folder, mode })).rejects.toMatchObject({
      code: "store_corrupt",
      details: { path },
    });
    expect(readFileSync(path)).toEqual(garbage);
    expect(readdirSync(folder)).toEqual(["content.db"]);
  });

  it(`refuses another program's database, opened ${mode}`, async () => {
    const folder = aDataFolder();
    damage(folder, "CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 1");
    await expect(openSqliteContentStore({ folder, mode })).rejects.toMatchObject({
      code: "store_corrupt",
    });
  });

  it(`refuses a newer program's database by name, opened ${mode}`, async () => {
    const folder = await aFilledFolder();
    damage(folder, "PRAGMA user_version = 99");
    await expect(openSqliteContentStore({ folder, mode })).rejects.toMatchObject({
      code: "store_newer",
      details: { found: 99, known: 1 },
    });
  });
}

it("reports a database cut in half as corrupt, when it is opened or when it is read", async () => {
  const folder = await aFilledFolder();
  const path = contentDatabasePath(folder);
  truncateSync(path, Math.floor(readFileSync(path).length / 2 / 4096) * 4096);
  const whatHappens = async () => {
    const store = await openSqliteContentStore({ folder, mode: "readwrite" });
    const findings = await store.check();
    await store.close();
    if (findings.length > 0) throw Object.assign(new Error(findings[0]), { code: "store_corrupt" });
  };
  await expect(whatHappens()).rejects.toMatchObject({ code: "store_corrupt" });
});

it("returns a text with one wrong byte as damaged, never as text, and finds it in a check (COR-20)", async () => {
  const folder = await aFilledFolder();
  damage(folder, `UPDATE text_frames SET bytes = ${SPOILED}`);
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  expect(await store.readText(sha256(ALPHA))).toBe("damaged");
  expect(await store.readRange(sha256(ALPHA), 0, 5)).toBe("damaged");
  expect(await store.check()).toEqual([`text ${sha256(ALPHA)} is damaged`]);
  await stage(store, ALPHA);
  expect(await store.readText(sha256(ALPHA))).toEqual(ALPHA);
  expect(await store.check()).toEqual([]);
  await store.close();
});

it("returns a text that lost a frame as damaged", async () => {
  const folder = await aFilledFolder();
  damage(folder, "DELETE FROM text_frames");
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  expect(await store.readText(sha256(ALPHA))).toBe("damaged");
  expect(await store.readRange(sha256(ALPHA), 0, 5)).toBe("damaged");
  await store.close();
});

it("returns a text that carries the whole bytes of another of the same length as damaged", async () => {
  const folder = aDataFolder();
  const twins = [bytesOf("# Twin one\n"), bytesOf("# Twin two\n")];
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  for (const twin of twins) await stage(store, twin);
  await store.close();
  damage(
    folder,
    `UPDATE text_frames SET bytes = (SELECT bytes FROM text_frames ORDER BY key LIMIT 1)`,
  );
  const reader = await openSqliteContentStore({ folder, mode: "readwrite" });
  const texts = await Promise.all(twins.map((twin) => reader.readText(sha256(twin))));
  expect(texts).toEqual([twins[0], "damaged"]);
  await reader.close();
});

it("returns damaged passages as damaged, and whole ones once the text is staged again", async () => {
  const folder = await aFilledFolder();
  damage(folder, `UPDATE text_splits SET bytes = ${SPOILED}`);
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  expect(await store.passages(sha256(ALPHA), "markdown")).toBe("damaged");
  expect(await store.passage(sha256(ALPHA), "markdown", 0)).toBe("damaged");
  expect(await store.check()).toHaveLength(1);
  await stage(store, ALPHA);
  expect(await store.passages(sha256(ALPHA), "markdown")).toEqual([aWholePassage(ALPHA)]);
  await store.close();
});

it("returns a damaged index row as damaged, and finds it in a check (REF-10)", async () => {
  const folder = await aFilledFolder();
  damage(folder, `UPDATE segment_blocks SET bytes = ${SPOILED}`);
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  expect(await store.readBlocks(1, KEYS)).toEqual(["damaged"]);
  expect(await store.check()).toEqual(["block terms 0 of segment 1 is damaged"]);
  await store.close();
});

it("refuses a generation whose liveness is damaged, because the dead would come back", async () => {
  const folder = await aFilledFolder();
  damage(folder, "UPDATE generation_segments SET liveness = x'0102030405'");
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  await expect(store.segments()).rejects.toMatchObject({ code: "store_corrupt" });
  expect(await store.check()).toHaveLength(1);
  await store.close();
});

it("moves a damaged database aside with its log and keeps it, never over an older one", async () => {
  const folder = aDataFolder();
  const path = contentDatabasePath(folder);
  expect(quarantineDatabase(path, "2026-10-15T08:00:00Z")).toBe("missing");
  for (const round of ["", "-2"]) {
    writeFileSync(path, `damaged${round}`);
    writeFileSync(`${path}-wal`, "its log");
    const kept = quarantineDatabase(path, "2026-10-15T08:00:00Z");
    expect(kept).toBe(join(folder, `content.db.damaged-20261015T080000Z${round}`));
    expect(readFileSync(kept, "utf8")).toBe(`damaged${round}`);
    expect(readFileSync(`${kept}-wal`, "utf8")).toBe("its log");
  }
  expect(await openSqliteContentStore({ folder, mode: "readonly" })).toBe("missing");
  const store = await openSqliteContentStore({ folder, mode: "readwrite" });
  expect(await store.current()).toBe("none");
  await store.close();
});

it("keeps a new database whole when a process lets go of the one that was moved aside", async () => {
  const folder = await aFilledFolder();
  const old = await openSqliteContentStore({ folder, mode: "readwrite" });
  await old.recordRefresh({ at: "2026-10-15T08:00:00Z", status: "failed", reason: "old" });
  quarantineDatabase(contentDatabasePath(folder), "2026-10-15T08:00:00Z");
  const renewed = await openSqliteContentStore({ folder, mode: "readwrite" });
  await stage(renewed, ALPHA);
  // Its log holds what was staged; the old connection must not take that log for its own when it closes.
  await old.close();
  const third = await openSqliteContentStore({ folder, mode: "readwrite" });
  expect(await third.readText(sha256(ALPHA))).toEqual(ALPHA);
  expect(await third.current()).toBe("none");
  expect(await third.check()).toEqual([]);
  await third.close();
  await renewed.close();
});
