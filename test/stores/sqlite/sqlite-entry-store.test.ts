import { openSqliteEntryStore } from "../../../src/stores/sqlite/sqlite-entry-store.ts";
import { describeEntryStore } from "../../contracts/entry-store.ts";
import { aDataFolder } from "./data-folder.ts";

describeEntryStore("the SQLite store", () =>
  openSqliteEntryStore({
    folder: aDataFolder(),
    name: "sessions",
    mode: "readwrite",
    projectId: "p1",
  }),
);
