import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import type { Observation } from "../../../src/model/observation.ts";
import { openSqliteObservationLog } from "../../../src/stores/sqlite/sqlite-observation-log.ts";
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
