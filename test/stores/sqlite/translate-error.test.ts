import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { storeFull } from "../../../src/errors.ts";
import { sqliteCode, translateError } from "../../../src/stores/sqlite/translate-error.ts";
import { aDataFolder } from "./data-folder.ts";

/** A real error of the driver: what `sql` does to a database that another connection holds. */
function errorOf(call: "all" | "get" | "exec", sql: string): unknown {
  const path = join(aDataFolder(), "any.db");
  const holder = new DatabaseSync(path);
  holder.exec("CREATE TABLE pages (id INTEGER PRIMARY KEY); BEGIN EXCLUSIVE");
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    if (call === "exec") database.exec(sql);
    else database.prepare(sql)[call]();
  } catch (error) {
    return error;
  } finally {
    database.close();
    holder.close();
  }
  return "no error";
}

it("knows a locked database from every call of the driver, with a number or without", () => {
  for (const call of ["all", "get", "exec"] as const) {
    const error = errorOf(call, "SELECT * FROM pages");
    expect(sqliteCode(error)).toBe(5);
    expect(translateError("content.db", error)).toMatchObject({
      code: "store_busy",
      details: { path: "content.db" },
      cause: error,
    });
  }
});

it("makes a plain error of what can only be a mistake of ours, so that nobody takes it for damage", () => {
  const error = errorOf("exec", "SELEC 1");
  const translated = translateError("content.db", error);
  expect(translated).toBeInstanceOf(Error);
  expect(translated).toMatchObject({ name: "Error", cause: error });
});

it("leaves refusals and foreign errors as they are", () => {
  const refusal = storeFull("content.db");
  expect(translateError("content.db", refusal)).toBe(refusal);
  const foreign = new TypeError("not SQLite's");
  expect(translateError("content.db", foreign)).toBe(foreign);
  expect(sqliteCode("a string")).toBe("foreign");
});
