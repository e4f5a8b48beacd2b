import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import type { Observation } from "../../../src/model/observation.ts";
import { openSqliteObservationLog } from "../../../src/stores/sqlite/sqlite-observation-log.ts";
import { anOlderLedger, formatOfLedger } from "../../builders/an-older-ledger.ts";
import { sha256 } from "../../contracts/content-examples.ts";
import { aDataFolder } from "./data-folder.ts";

function anObservation(more: Partial<Observation> = {}): Observation {
  return {
    artifact: "artifact://files/a.md",
    version: sha256("a"),
    at: "2026-10-15T08:00:00Z",
    evidence: "https://tracker.example/7",
    expires: "2026-10-22T08:00:00Z",
    recordedAt: "2026-10-15T08:00:05Z",
    ...more,
  };
}

it("lists nothing, and creates nothing, before the first observation", async () => {
  const folder = aDataFolder();
  const log = openSqliteObservationLog(folder);
  expect(await log.list(["artifact://files/a.md"])).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  await log.close();
});

it("keeps observations across processes' lives and lists those asked for, the newest first", async () => {
  const folder = aDataFolder();
  const first = anObservation({ evidence: "NUL \u0000 and lone \ud800" });
  const later = anObservation({ at: "2026-10-15T08:00:00.500Z" });
  const other = anObservation({ artifact: "artifact://files/b.md", at: "2026-10-14T00:00:00Z" });
  const foreign = anObservation({ artifact: "artifact://files/c.md" });
  const log = openSqliteObservationLog(folder);
  expect(await log.list([first.artifact])).toEqual([]);
  for (const observation of [later, other, first, foreign]) await log.append(observation);
  const asked = [other.artifact, first.artifact, first.artifact] as const;
  expect(await log.list(asked)).toEqual([later, first, other]);
  await log.close();
  const reopened = openSqliteObservationLog(folder);
  expect(await reopened.list(asked)).toEqual([later, first, other]);
  await reopened.append(anObservation({ at: "2026-10-16T00:00:00Z" }));
  expect(await reopened.list(asked)).toHaveLength(4);
  await reopened.close();
});

it("refuses a damaged ledger and leaves it: nothing can rebuild it", async () => {
  const folder = aDataFolder();
  const path = join(folder, "ledger.db");
  writeFileSync(path, "not a ledger\n".repeat(500));
  const log = openSqliteObservationLog(folder);
  await expect(log.list(["artifact://files/a.md"])).rejects.toMatchObject({
    code: "store_corrupt",
  });
  await expect(log.append(anObservation())).rejects.toMatchObject({ code: "store_corrupt" });
  expect(readFileSync(path, "utf8")).toBe("not a ledger\n".repeat(500));
  await log.close();
});

it("lets nobody edit or delete an observation, not even by SQL", async () => {
  const folder = aDataFolder();
  const log = openSqliteObservationLog(folder);
  await log.append(anObservation());
  const database = new DatabaseSync(join(folder, "ledger.db"));
  expect(() => database.exec("DELETE FROM observations")).toThrow("append-only");
  expect(() => database.exec("UPDATE observations SET artifact = ''")).toThrow("append-only");
  database.close();
  expect(await log.list(["artifact://files/a.md"])).toEqual([anObservation()]);
  await log.close();
});

it("answers calls made together, and an observation under another artifact's name is refused", async () => {
  const folder = aDataFolder();
  const log = openSqliteObservationLog(folder);
  await Promise.all([1, 2, 3].map(() => log.append(anObservation())));
  const lists = await Promise.all([1, 2, 3].map(() => log.list(["artifact://files/a.md"])));
  expect(lists.map((list) => list.length)).toEqual([3, 3, 3]);
  expect(await log.check()).toBe(3);
  const database = new DatabaseSync(join(folder, "ledger.db"));
  database.exec(
    "INSERT INTO observations (artifact, observation) SELECT 'artifact://files/b.md', observation FROM observations LIMIT 1",
  );
  database.close();
  await expect(log.list(["artifact://files/b.md"])).rejects.toMatchObject({
    code: "store_corrupt",
  });
  await expect(log.check()).rejects.toMatchObject({ code: "store_corrupt" });
  expect(await log.list(["artifact://files/a.md"])).toHaveLength(3);
  await log.close();
});

it("forgets observations, evidence and all, and leaves a hash and two times in their place", async () => {
  const folder = aDataFolder();
  const log = openSqliteObservationLog(folder);
  const gone = anObservation({ evidence: "canary-5d41" });
  const kept = anObservation({ artifact: "artifact://files/b.md" });
  for (const observation of [gone, kept, gone]) await log.append(observation);
  expect(await log.forget([gone.artifact, gone.artifact], "2026-12-01T00:00:00.000Z")).toBe(2);
  expect(await log.forget([gone.artifact], "2026-12-02T00:00:00.000Z")).toBe(0);
  expect(await log.list([gone.artifact, kept.artifact])).toEqual([kept]);
  expect(await log.check()).toBe(1);
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes("canary-5d41"), name).toBe(false);
  }
  const db = new DatabaseSync(join(folder, "ledger.db"));
  const hash = sha256(gone.artifact);
  const tombstone = { artifact_sha256: hash, observed_at: gone.at };
  expect(db.prepare("SELECT * FROM forgotten_observations ORDER BY id").all()).toEqual([
    { id: 1, ...tombstone, forgotten_at: "2026-12-01T00:00:00.000Z" },
    { id: 3, ...tombstone, forgotten_at: "2026-12-01T00:00:00.000Z" },
  ]);
  for (const change of [
    "DELETE FROM observations",
    "UPDATE observations SET observation = ''",
    "DELETE FROM forgotten_observations",
    "UPDATE forgotten_observations SET forgotten_at = ''",
  ]) {
    expect(() => db.exec(change), change).toThrow("append-only");
  }
  db.close();
  await log.close();
});

it("creates no ledger only to forget something of it", async () => {
  const folder = aDataFolder();
  const log = openSqliteObservationLog(folder);
  expect(await log.forget(["artifact://files/a.md"], "2026-12-01T00:00:00.000Z")).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  await log.close();
});

it.each([1, 2])(
  "reads a ledger of format %i as it is, and brings it up to date with the next observation",
  async (format) => {
    const folder = aDataFolder();
    const observation = anObservation();
    anOlderLedger(folder, format, [observation]);
    const log = openSqliteObservationLog(folder);
    expect(await log.list([observation.artifact])).toEqual([observation]);
    expect(formatOfLedger(folder)).toBe(format);
    await log.append(anObservation({ at: "2026-10-16T00:00:00Z" }));
    expect(formatOfLedger(folder)).toBe(3);
    expect(await log.list([observation.artifact])).toHaveLength(2);
    expect(await log.forget([observation.artifact], "2026-12-01T00:00:00.000Z")).toBe(2);
    expect(readdirSync(folder).filter((name) => name.includes("before"))).toEqual([]);
    await log.close();
  },
);
