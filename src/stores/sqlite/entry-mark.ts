import type { ArtifactRef } from "../../model/artifact.ts";
import type { EntryMark } from "../../model/entry.ts";
import { toKeys } from "./entry-key.ts";
import { type EntryTables, findRows, fromRows, toRow } from "./entry-rows.ts";
import { loadState, saveState } from "./entry-state.ts";

/** Adds marks to an entry and sets what replaced it; false when there is none. Call it inside a write transaction. */
export function markEntry(
  tables: EntryTables,
  ref: ArtifactRef,
  change: { readonly add?: readonly EntryMark[]; readonly supersededBy?: ArtifactRef | "none" },
): boolean {
  const { connection, store } = tables;
  const [row] = findRows(connection, toKeys(store, [ref]));
  const [entry] = row === undefined ? [] : fromRows(tables, [row]);
  if (row === undefined || entry === undefined) return false;
  const marks = [...new Set([...entry.marks, ...(change.add ?? [])])].sort();
  const supersededBy = change.supersededBy ?? entry.supersededBy;
  const { attributes } = toRow(tables, { ...entry, marks, supersededBy }, row.key);
  if (attributes === row.attributes) return true;
  connection.run("UPDATE entries SET attributes = ? WHERE id = ?", attributes, row.id);
  const state = loadState(connection);
  saveState(connection, { ...state, generation: state.generation + 1 });
  return true;
}
