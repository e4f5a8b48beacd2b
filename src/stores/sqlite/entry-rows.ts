import { storeCorrupt } from "../../errors.ts";
import type { StoreName } from "../../model/artifact.ts";
import type { Entry, Locator } from "../../model/entry.ts";
import type { Connection } from "./connection.ts";
import {
  ENTRY_KINDS,
  type EntryAttributes,
  fromAttributes,
  toAttributes,
  toOrderMs,
} from "./entry-attributes.ts";
import type { EntryHomes } from "./entry-homes.ts";
import { hashKey, toPath, toRef } from "./entry-key.ts";
import { findLocators } from "./entry-locators.ts";
import type { TextPlace } from "./entry-texts.ts";
import { openJson, sealJson } from "./stored-json.ts";
import { requireBlob } from "./stored-value.ts";
import { blobToVersion, requireVersionBlob } from "./version-blob.ts";

/** A row of `entries`. */
export interface EntryRow extends TextPlace {
  readonly id: number;
  readonly key: string;
  readonly version: Uint8Array;
  readonly hidden: number;
  readonly epoch_ms: number | null;
  readonly home_id: number;
  readonly seq: number;
  readonly kind: number;
  readonly attributes: string;
}

/** The columns of `EntryRow`, for a SELECT. */
export const ENTRY_COLUMNS: string =
  "id, key, version, block_id, start, length, hidden, epoch_ms, home_id, seq, kind, attributes";

/** What rows of one database are read and written with. */
export interface EntryTables {
  readonly connection: Connection;
  readonly store: StoreName;
  readonly homes: EntryHomes;
}

/** Bits of a version that its index holds, as hex digits: 48, a whole number in a double. */
const HEAD_DIGITS = 12;

/** Returns what `version_head` is of a version, or of the least version with a prefix. */
export function toVersionHead(version: string): number {
  return Number.parseInt(version.slice(0, HEAD_DIGITS).padEnd(HEAD_DIGITS, "0"), 16);
}

/** Returns the row of an entry, but for its id and its text's place. */
export function toRow(
  { store, homes }: EntryTables,
  entry: Entry,
  key: string,
): Omit<EntryRow, "id" | keyof TextPlace> {
  const row = {
    key,
    version: requireVersionBlob(entry.version),
    hidden: Number(entry.attribution === "unknown"),
    epoch_ms: toOrderMs(entry.time),
    home_id: homes.toId(entry),
    seq: entry.seq,
    kind: ENTRY_KINDS.indexOf(entry.kind),
  };
  const attributes = toAttributes(entry, toPath(store, key));
  return { ...row, attributes: sealJson(attributes, sealOf(row, entry)) };
}

/** Returns the entry of a row. Refuses with `store_corrupt` one whose columns are not those that were written together. */
export function fromRow(
  { connection, store, homes }: EntryTables,
  row: EntryRow,
  locators: readonly Locator[],
): Entry {
  const version = blobToVersion(requireBlob(connection.path, row.version));
  const seal = sealOf(row, { version, byteLength: row.length });
  const attributes = openJson<EntryAttributes>(connection.path, row.attributes, seal);
  const kind = ENTRY_KINDS[row.kind];
  if (kind === undefined) throw storeCorrupt(connection.path, `an entry has kind ${row.kind}`);
  return {
    ref: toRef(store, row.key),
    store,
    version,
    byteLength: row.length,
    kind,
    ...homes.fromId(row.home_id),
    seq: row.seq,
    locators,
    ...fromAttributes(attributes, toPath(store, row.key)),
  };
}

/** Returns the entries of rows, in their order, with their locators. */
export function fromRows(tables: EntryTables, rows: readonly EntryRow[]): readonly Entry[] {
  if (rows.length === 0) return [];
  const locators = findLocators(
    tables.connection,
    rows.map((row) => row.id),
  );
  return rows.map((row) => fromRow(tables, row, locators.get(row.id) ?? []));
}

/** Returns the rows of those keys that exist. */
export function findRows(connection: Connection, keys: readonly string[]): readonly EntryRow[] {
  const wanted = new Set(keys);
  return connection
    .all<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM entries WHERE key_hash IN (SELECT value FROM json_each(?))`,
      JSON.stringify(keys.map(hashKey)),
    )
    .filter((row) => wanted.has(row.key));
}

/** Returns the rows whose texts have these versions; a version that several entries share has several. */
export function findTexts(
  connection: Connection,
  versions: readonly string[],
): readonly EntryRow[] {
  const wanted = new Set(versions);
  return connection
    .all<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM entries
       WHERE version_head IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...new Set(versions.map(toVersionHead))]),
    )
    .filter((row) => wanted.has(blobToVersion(requireBlob(connection.path, row.version))));
}

/** Adds a row. Call it inside a write transaction. */
export function insertRow(
  connection: Connection,
  row: Omit<EntryRow, keyof TextPlace>,
  { place, versionHead }: { readonly place: TextPlace; readonly versionHead: number },
): void {
  connection.run(
    `INSERT INTO entries (id, key, key_hash, version, version_head, block_id, start, length, hidden, epoch_ms, home_id, seq, kind, attributes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.key,
    hashKey(row.key),
    row.version,
    versionHead,
    place.block_id,
    place.start,
    place.length,
    row.hidden,
    row.epoch_ms,
    row.home_id,
    row.seq,
    row.kind,
    row.attributes,
  );
}

/** Binds the columns of a row together, so that none of them can change alone or change places with another row's. */
function sealOf(
  row: Pick<EntryRow, "key" | "hidden" | "epoch_ms" | "home_id" | "seq" | "kind">,
  { version, byteLength }: Pick<Entry, "version" | "byteLength">,
): string {
  const { key, hidden, epoch_ms, home_id, seq, kind } = row;
  return `${key} ${version} ${byteLength} ${hidden} ${epoch_ms} ${home_id} ${seq} ${kind}`;
}
