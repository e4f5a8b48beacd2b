import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqliteRefreshLock } from "../../../src/stores/sqlite/sqlite-refresh-lock.ts";
import { describeRefreshLock } from "../../contracts/refresh-lock.ts";
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

describeRefreshLock("the SQLite refresh lock", () =>
  openSqliteRefreshLock({ folder: aDataFolder(), now }),
);

it("says that nobody holds it, and creates nothing, where no refresh ever ran", async () => {
  const folder = aDataFolder();
  expect(await openSqliteRefreshLock({ folder, now }).holder()).toBe("free");
  expect(readdirSync(folder)).toEqual([]);
});

it("says that nobody holds it when the note of a killed process was left behind, and leaves the note", async () => {
  const folder = aDataFolder();
  const lock = openSqliteRefreshLock({ folder, now });
  const note = join(folder, "refresh.lock.holder");
  writeFileSync(note, "process 1 since ever");
  expect(await lock.holder()).toBe("free");
  writeFileSync(join(folder, "refresh.lock"), "");
  expect(await lock.holder()).toBe("free");
  expect(readFileSync(note, "utf8")).toBe("process 1 since ever");
  expect(await lock.acquire()).not.toHaveProperty("heldBy");
});

it("says that nobody holds it in a folder that may only be read, whatever note was left there", async () => {
  const folder = aDataFolder();
  writeFileSync(join(folder, "refresh.lock.holder"), "process 1 since ever");
  writeFileSync(join(folder, "refresh.lock"), "");
  chmodSync(folder, 0o555);
  expect(await openSqliteRefreshLock({ folder, now }).holder()).toBe("free");
  chmodSync(folder, 0o755);
});

for (const [what, put] of [
  ["garbage", (path: string) => writeFileSync(path, "no lock at all\n".repeat(500))],
  ["a folder", (path: string) => mkdirSync(path)],
] as const) {
  it(`is taken where ${what} stands in its place, which is moved aside and not deleted`, async () => {
    const folder = aDataFolder();
    put(join(folder, "refresh.lock"));
    const lock = openSqliteRefreshLock({ folder, now });
    const held = await lock.acquire();
    if ("heldBy" in held) throw new Error("nobody else could hold it");
    expect(await openSqliteRefreshLock({ folder, now }).acquire()).toHaveProperty("heldBy");
    await held.release();
    expect(readdirSync(folder)).toEqual(["refresh.lock", `refresh.lock.foreign-${process.pid}`]);
  });
}
