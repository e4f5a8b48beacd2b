import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqliteRefreshLock } from "../../../src/stores/sqlite/sqlite-refresh-lock.ts";
import { aDataFolder } from "./data-folder.ts";

const now = () => "2026-10-15T08:00:00Z";

it("is held once at a time, says by whom, and can be taken again after its release", async () => {
  const folder = aDataFolder();
  const held = await openSqliteRefreshLock({ folder, now }).acquire();
  if ("heldBy" in held) throw new Error("nobody else could hold it");
  const second = openSqliteRefreshLock({ folder, now });
  const refusal = { heldBy: `process ${process.pid} since 2026-10-15T08:00:00Z` };
  expect(await second.acquire()).toEqual(refusal);
  await held.release();
  await held.release();
  const again = await second.acquire();
  if ("heldBy" in again) throw new Error("it was released");
  await again.release();
  expect(readdirSync(folder)).toEqual(["refresh.lock"]);
});

it("works where the note about its holder cannot be written", async () => {
  const folder = aDataFolder();
  mkdirSync(join(folder, "refresh.lock.holder"));
  const lock = openSqliteRefreshLock({ folder, now });
  const held = await lock.acquire();
  if ("heldBy" in held) throw new Error("nobody else could hold it");
  expect(await lock.acquire()).toEqual({ heldBy: "another process" });
  await held.release();
  expect(await lock.acquire()).not.toHaveProperty("heldBy");
});

it("refuses a folder that cannot be made", async () => {
  const file = join(aDataFolder(), "file");
  writeFileSync(file, "");
  const lock = openSqliteRefreshLock({ folder: join(file, "data"), now });
  await expect(lock.acquire()).rejects.toMatchObject({ code: "data_folder_unusable" });
});
