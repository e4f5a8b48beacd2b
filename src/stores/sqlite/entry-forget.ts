import type { ArtifactRef } from "../../model/artifact.ts";
import type { ForgetReport, ForgetSelection, Tombstone } from "../../ports/entry-store.ts";
import { eraseUnused } from "./entry-append.ts";
import { hashKey, toKeys, toRef } from "./entry-key.ts";
import { deleteLocators } from "./entry-locators.ts";
import { type EntryRow, type EntryTables, findRows, fromRows } from "./entry-rows.ts";
import { loadState, saveState } from "./entry-state.ts";
import { createTally } from "./entry-tally.ts";
import { forgetTitles } from "./entry-titles.ts";

/** Returns what a selection holds, in every scope. Call it inside a read transaction. */
export function selectEntries(tables: EntryTables, selection: ForgetSelection): ForgetReport {
  const { connection, homes, store } = tables;
  const { refs, sessions, agents, beforeMs } = selection;
  if ([refs, sessions, agents, beforeMs].every((given) => given === undefined)) {
    return { refs: [], textBytes: 0 };
  }
  const ids = homes
    .list()
    .filter(({ session }) => isAmong(sessions, session === "none" ? "" : session.id))
    .map((home) => home.id);
  const keys = refs === undefined ? null : toKeys(store, refs);
  const rows = connection
    .all<{ key: string; length: number }>(
      `SELECT key, length FROM entries
       WHERE home_id IN (SELECT value FROM json_each(?1))
         AND (?2 IS NULL OR epoch_ms < ?2)
         AND (?3 IS NULL OR key_hash IN (SELECT value FROM json_each(?3)))
         AND (?4 IS NULL OR key IN (SELECT value FROM json_each(?4)))
       ORDER BY key`,
      JSON.stringify(ids),
      beforeMs ?? null,
      keys === null ? null : JSON.stringify(keys.map(hashKey)),
      keys === null ? null : JSON.stringify(keys),
    )
    .filter(({ key }) => isAmong(agents, agentOf(key)));
  return {
    refs: rows.map(({ key }) => toRef(store, key)),
    textBytes: rows.reduce((sum, { length }) => sum + length, 0),
  };
}

/**
 * Removes entries with their texts and locators and leaves their references as tombstones, also of those that are not there.
 * Call it inside a write transaction.
 */
export function forgetEntries(
  tables: EntryTables,
  refs: readonly ArtifactRef[],
  at: string,
): ForgetReport {
  const { connection, store } = tables;
  const keys = [...new Set(toKeys(store, refs))];
  const rows = [...findRows(connection, keys)].sort((a, b) => (a.key < b.key ? -1 : 1));
  const entries = fromRows(tables, rows);
  const tally = createTally(connection, loadState(connection));
  for (const [index, row] of rows.entries()) {
    const entry = entries[index];
    if (entry !== undefined) tally.remove({ row, entry });
    deleteRow(tables, row);
  }
  for (const key of keys) {
    connection.run("INSERT OR IGNORE INTO tombstones (key, forgotten_at) VALUES (?, ?)", key, at);
  }
  eraseUnused(tables, rows);
  forgetTitles(connection, tables.homes, new Set(rows.map((row) => row.home_id)));
  saveState(connection, { ...tally.finish(), tombstones: countTombstones(tables) });
  return {
    refs: rows.map((row) => toRef(store, row.key)),
    textBytes: rows.reduce((sum, row) => sum + row.length, 0),
  };
}

/** Returns what was forgotten, newest first. */
export function listTombstones({ connection, store }: EntryTables): readonly Tombstone[] {
  return connection
    .all<{ key: string; forgotten_at: string }>(
      "SELECT key, forgotten_at FROM tombstones ORDER BY forgotten_at DESC, key",
    )
    .map((row) => ({ ref: toRef(store, row.key), forgottenAt: row.forgotten_at }));
}

function deleteRow({ connection }: EntryTables, row: EntryRow): void {
  deleteLocators(connection, row.id);
  connection.run("DELETE FROM entries WHERE id = ?", row.id);
}

function countTombstones({ connection }: EntryTables): number {
  return connection.get<{ count: number }>("SELECT count(*) AS count FROM tombstones")?.count ?? 0;
}

/** The first part of a path: `claude-code`, `note`, a capture's label. */
function agentOf(key: string): string {
  return decodeURIComponent(key.split("/")[0] ?? "");
}

function isAmong(wanted: readonly string[] | undefined, value: string): boolean {
  return wanted === undefined || wanted.includes(value);
}
