import { openSqliteContentStore } from "../../../src/stores/sqlite/sqlite-content-store.ts";
import { describeContentStore } from "../../contracts/content-store.ts";
import { aDataFolder } from "./data-folder.ts";

describeContentStore("the SQLite store", () =>
  openSqliteContentStore({ folder: aDataFolder(), mode: "readwrite" }),
);
