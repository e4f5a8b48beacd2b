import { expect, it } from "vitest";
import { chooseDriver, isSound } from "../../../src/stores/sqlite/driver.ts";

const packaged = () => import("@photostructure/sqlite");
const absent = (name: string) => async () => {
  throw new Error(`${name} is not built for this platform`);
};
/** A built-in SQLite as old as the one in Node 22.13. */
const outdated = async () => ({
  DatabaseSync: class {
    readonly isTransaction = false;
    prepare = () => ({ get: () => ({ version: "3.47.2" }) });
    close = () => undefined;
  },
});

function versionOf(driver: Awaited<ReturnType<typeof chooseDriver>>): unknown {
  const database = driver.open(":memory:", { readOnly: false, timeout: 0 });
  const row = database.prepare("SELECT 1 AS one").get();
  database.close();
  return row;
}

it("takes the packaged driver where it loads, without asking for the built-in one", async () => {
  const driver = await chooseDriver({ packaged, builtIn: absent("node:sqlite") });
  expect(versionOf(driver)).toEqual({ one: 1 });
});

it("falls back to a built-in driver whose SQLite is sound", async () => {
  const driver = await chooseDriver({ packaged: absent("the package"), builtIn: packaged });
  expect(versionOf(driver)).toEqual({ one: 1 });
});

it("refuses a built-in SQLite inside the published corruption range, and says which", async () => {
  const choice = chooseDriver({ packaged: absent("the package"), builtIn: outdated });
  await expect(choice).rejects.toThrow("(3.47.2) is older than 3.51.3");
});

it("names both reasons when neither driver loads", async () => {
  const choice = chooseDriver({ packaged: absent("the package"), builtIn: async () => ({}) });
  await expect(choice).rejects.toThrow(/the package is not built .*; the module has no Database/);
});

it("knows the first sound version", () => {
  expect(["3.47.2", "3.51.2", "3.9.9", "2.99.99", "3.51", ""].map(isSound)).not.toContain(true);
  expect(["3.51.3", "3.51.10", "3.52.0", "4.0.0"].map(isSound)).not.toContain(false);
});
