import { describeEntryStore } from "../../contracts/entry-store.ts";
import { anEntryStore } from "./an-entry-store.ts";
import { aDataFolder } from "./data-folder.ts";

describeEntryStore("the SQLite store", () => anEntryStore(aDataFolder()));
