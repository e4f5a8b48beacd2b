import type { ArtifactRef } from "../../model/artifact.ts";
import type { Entry } from "../../model/entry.ts";
import type { EntryPage, EntryScope, EntryWindow, UndatedPage } from "../../ports/entry-store.ts";
import type { SqliteValue } from "./driver.ts";
import { ENTRY_KINDS } from "./entry-attributes.ts";
import { countRange } from "./entry-days.ts";
import { hashKey, toKey, toKeys } from "./entry-key.ts";
import {
  ENTRY_COLUMNS,
  type EntryRow,
  type EntryTables,
  findRows,
  findTexts,
  fromRows,
  toVersionHead,
} from "./entry-rows.ts";
import { blobToVersion, prefixToRange } from "./version-blob.ts";

type UndatedWindow = Omit<EntryWindow, "sinceMs" | "untilMs" | "after" | "order">;

/** Part of a WHERE clause with what is bound to it. */
interface Condition {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** Returns the entries among `refs` that exist and lie in the scope, in the order asked. */
export function findEntries(
  tables: EntryTables,
  refs: readonly ArtifactRef[],
  scope: EntryScope,
): readonly Entry[] {
  const rows = new Map(
    findRows(tables.connection, toKeys(tables.store, [...new Set(refs)]))
      .filter((row) => sidesOf(scope).includes(row.hidden))
      .map((row) => [row.key, row]),
  );
  const found = refs.flatMap((ref) => rows.get(toKey(tables.store, ref)) ?? []);
  return fromRows(tables, found);
}

/** Returns the entries in the scope whose text's version has this prefix, by reference. */
export function findEntryVersions(
  tables: EntryTables,
  prefix: string,
  scope: EntryScope,
): readonly Entry[] {
  const range = prefixToRange(prefix);
  if (range === "malformed") return [];
  const rows = tables.connection.all<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM entries
     WHERE version_head BETWEEN ? AND ? AND version BETWEEN ? AND ? ORDER BY key`,
    toVersionHead(prefix),
    toVersionHead(prefix.padEnd(64, "f")),
    ...range,
  );
  return fromRows(
    tables,
    rows.filter((row) => sidesOf(scope).includes(row.hidden)),
  );
}

/** Returns a page of dated entries. Call it inside a read transaction. */
export function listEntries(tables: EntryTables, window: EntryWindow): EntryPage {
  const { connection } = tables;
  const filters = toFilters(tables, window);
  const times = toTimeFilters(tables, window);
  const direction = window.order === "newest" ? "DESC" : "ASC";
  const found = sidesOf(window.scope).flatMap((side) => {
    const where = toWhere([hiddenIs(side), HAS_TIME, ...times, ...filters]);
    return connection.all<{ id: number; epoch_ms: number; key: string }>(
      `SELECT id, epoch_ms, key ${toSource(window)} ${where.sql}
       ORDER BY epoch_ms ${direction}, key ${direction} LIMIT ?`,
      ...where.values,
      window.limit,
    );
  });
  const sign = window.order === "newest" ? -1 : 1;
  found.sort((a, b) => sign * (a.epoch_ms - b.epoch_ms || (a.key < b.key ? -1 : 1)));
  const page = found.slice(0, window.limit).map((row) => row.id);
  const total =
    filters.length === 0
      ? countByTime(tables, window)
      : countWhere(tables, window, [HAS_TIME, ...times, ...filters]);
  return { entries: readIds(tables, page), omitted: total - page.length };
}

const HAS_TIME: Condition = { sql: "epoch_ms IS NOT NULL", values: [] };

/** A few sessions are found by their rows; everything else by time. */
function toSource({ sessions }: UndatedWindow): string {
  return sessions === undefined ? "FROM entries" : "FROM entries INDEXED BY entries_by_home";
}

/** Counts what a window without conditions but those on time holds, without reading its rows. */
function countByTime(tables: EntryTables, window: EntryWindow): number {
  const { connection } = tables;
  const { scope, sinceMs, untilMs, after, order } = window;
  const isNewest = order === "newest";
  const fromMs =
    isNewest || after === undefined
      ? sinceMs
      : Math.max(sinceMs ?? after.epochMs + 1, after.epochMs + 1);
  const toMs =
    !isNewest || after === undefined ? untilMs : Math.min(untilMs ?? after.epochMs, after.epochMs);
  const ends = {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
  const sides = sidesOf(scope);
  const between = sides.reduce(
    (sum, hidden) => sum + countRange(connection, { hidden, ...ends }),
    0,
  );
  if (after === undefined) return between;
  const tied: Condition = { sql: "epoch_ms = ?", values: [after.epochMs] };
  return between + countWhere(tables, window, [tied, ...toTimeFilters(tables, window)]);
}

/** Returns entries without a time, by session, place in it and reference. Call it inside a read transaction. */
export function listUndated(tables: EntryTables, window: UndatedWindow): UndatedPage {
  const { connection, homes } = tables;
  const filters = toFilters(tables, window);
  const noTime: Condition = { sql: "epoch_ms IS NULL", values: [] };
  const rows = sidesOf(window.scope).flatMap((side) => {
    const where = toWhere([hiddenIs(side), noTime, ...filters]);
    return connection.all<{ id: number; key: string; home_id: number; seq: number }>(
      `SELECT id, key, home_id, seq FROM entries ${where.sql}`,
      ...where.values,
    );
  });
  const sessions = new Map(
    rows.map(({ home_id: id }) => {
      const { session } = homes.fromId(id);
      return [id, session === "none" ? "" : `${session.agent}\0${session.id}`];
    }),
  );
  const ordered = rows.sort(
    (a, b) =>
      compareStrings(sessions.get(a.home_id) ?? "", sessions.get(b.home_id) ?? "") ||
      a.seq - b.seq ||
      compareStrings(a.key, b.key),
  );
  const page = ordered.slice(0, window.limit).map((row) => row.id);
  return { entries: readIds(tables, page), count: rows.length };
}

/** Returns a stored text for each version, in the order asked. Call it inside a read transaction. */
export function findPlaces(
  tables: EntryTables,
  versions: readonly string[],
): readonly (EntryRow | "missing")[] {
  const known = new Map(
    findTexts(tables.connection, versions).map((row) => [blobToVersion(row.version), row]),
  );
  return versions.map((version) => known.get(version) ?? "missing");
}

/** The values of `hidden` that a scope lets through. */
function sidesOf({ quarantined }: EntryScope): readonly number[] {
  if (quarantined === "shown") return [0, 1];
  return quarantined === "hidden" ? [0] : [1];
}

function hiddenIs(side: number): Condition {
  return { sql: "hidden = ?", values: [side] };
}

function countWhere(
  { connection }: EntryTables,
  window: UndatedWindow,
  conditions: readonly Condition[],
): number {
  return sidesOf(window.scope).reduce((sum, side) => {
    const where = toWhere([hiddenIs(side), ...conditions]);
    const sql = `SELECT count(*) AS count ${toSource(window)} ${where.sql}`;
    return sum + (connection.get<{ count: number }>(sql, ...where.values)?.count ?? 0);
  }, 0);
}

function toWhere(conditions: readonly Condition[]): Condition {
  return {
    sql: `WHERE ${conditions.map(({ sql }) => sql).join(" AND ")}`,
    values: conditions.flatMap(({ values }) => values),
  };
}

function toTimeFilters({ store }: EntryTables, window: EntryWindow): readonly Condition[] {
  const { sinceMs, untilMs, after, order } = window;
  const conditions: Condition[] = [];
  if (sinceMs !== undefined) conditions.push({ sql: "epoch_ms >= ?", values: [sinceMs] });
  if (untilMs !== undefined) conditions.push({ sql: "epoch_ms < ?", values: [untilMs] });
  if (after !== undefined) {
    const sign = order === "newest" ? "<" : ">";
    // A place may be that of another store's entry: references order as keys do only behind equal store names.
    const key = toKey(store, after.ref);
    const isBefore = key === "foreign" && after.ref < `artifact://${store}/`;
    const at = key === "foreign" ? (isBefore ? "" : "\u{10ffff}") : key;
    conditions.push({ sql: `(epoch_ms, key) ${sign} (?, ?)`, values: [after.epochMs, at] });
  }
  return conditions;
}

function toFilters({ store, homes }: EntryTables, window: UndatedWindow): readonly Condition[] {
  const { sessions, excludedSessions, kinds, refs } = window;
  const conditions: Condition[] = [];
  const homesOf = (ids: readonly string[]): string =>
    JSON.stringify(
      homes
        .list()
        .filter(({ session }) => session !== "none" && ids.includes(session.id))
        .map((home) => home.id),
    );
  const isIn = (column: string, list: string): Condition => ({
    sql: `${column} IN (SELECT value FROM json_each(?))`,
    values: [list],
  });
  if (sessions !== undefined) conditions.push(isIn("home_id", homesOf(sessions)));
  if (excludedSessions !== undefined && excludedSessions.length > 0) {
    conditions.push(isIn("home_id NOT", homesOf(excludedSessions)));
  }
  if (kinds !== undefined) {
    conditions.push(isIn("kind", JSON.stringify(kinds.map((kind) => ENTRY_KINDS.indexOf(kind)))));
  }
  if (refs !== undefined) {
    const keys = toKeys(store, refs);
    conditions.push(isIn("key_hash", JSON.stringify(keys.map(hashKey))));
    conditions.push(isIn("key", JSON.stringify(keys)));
  }
  return conditions;
}

function readIds(tables: EntryTables, ids: readonly number[]): readonly Entry[] {
  const rows = new Map(
    tables.connection
      .all<EntryRow>(
        `SELECT ${ENTRY_COLUMNS} FROM entries WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      .map((row) => [row.id, row]),
  );
  return fromRows(
    tables,
    ids.flatMap((id) => rows.get(id) ?? []),
  );
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
