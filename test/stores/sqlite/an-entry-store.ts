import type { EntryStore } from "../../../src/ports/entry-store.ts";
import { openSqliteEntryStore } from "../../../src/stores/sqlite/sqlite-entry-store.ts";

/** Opens the sessions of a folder to write; `projectId` is whose they are. */
export function anEntryStore(folder: string, projectId = "p1"): Promise<EntryStore> {
  return openSqliteEntryStore({ folder, name: "sessions", mode: "readwrite", projectId });
}
