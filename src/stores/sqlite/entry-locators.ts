import type { Locator } from "../../model/entry.ts";
import type { Connection } from "./connection.ts";
import { requireBlob } from "./stored-value.ts";

const RECORD_HASH = /^[0-9a-f]{16}$/;

interface LocatorRow {
  readonly entry_id: number;
  readonly path: string;
  readonly present: number;
  readonly start_byte: number;
  readonly end_byte: number;
  readonly line: number;
  readonly sha256: Uint8Array;
}

/** Returns the locators of each entry asked for that has any, by its id, sorted by path and byte. */
export function findLocators(
  connection: Connection,
  entryIds: readonly number[],
): ReadonlyMap<number, readonly Locator[]> {
  const rows = connection.all<LocatorRow>(
    `SELECT entry_id, path, present, start_byte, end_byte, line, sha256
     FROM locators JOIN paths ON paths.id = path_id
     WHERE entry_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(entryIds),
  );
  const found = new Map<number, Locator[]>();
  for (const row of rows) {
    const others = found.get(row.entry_id);
    const locator = fromRow(connection, row);
    if (others === undefined) found.set(row.entry_id, [locator]);
    else others.push(locator);
  }
  for (const locators of found.values()) if (locators.length > 1) locators.sort(compareLocators);
  return found;
}

/** Adds locators to an entry; one it has already is left alone. Call it inside a write transaction. */
export function insertLocators(
  connection: Connection,
  entryId: number,
  { locators, pathIds }: { readonly locators: readonly Locator[]; readonly pathIds: PathIds },
): void {
  for (const locator of locators) {
    connection.run(
      `INSERT OR IGNORE INTO locators (entry_id, path_id, start_byte, end_byte, sha256, line)
       VALUES (?, ?, ?, ?, ?, ?)`,
      entryId,
      pathIds.toId(locator.path, locator.present),
      locator.startByte,
      locator.endByte,
      hashToBlob(locator.sha256),
      locator.line,
    );
  }
}

/** Removes the locators of an entry. Call it inside a write transaction. */
export function deleteLocators(connection: Connection, entryId: number): void {
  connection.run("DELETE FROM locators WHERE entry_id = ?", entryId);
}

/** Counts the records with this hash that a file has before a byte. */
export function countRecords(
  connection: Connection,
  path: string,
  { sha256, beforeByte }: { readonly sha256: string; readonly beforeByte: number },
): number {
  const row = connection.get<{ count: number }>(
    `SELECT count(DISTINCT start_byte) AS count FROM locators
     WHERE path_id = (SELECT id FROM paths WHERE path = ?) AND sha256 = ? AND start_byte < ?`,
    JSON.stringify(path),
    hashToBlob(sha256),
    beforeByte,
  );
  return row?.count ?? 0;
}

/** Finds and makes the ids of paths inside one write transaction. */
export interface PathIds {
  /** `present` is what a new path starts with; a known one keeps what its file's row says. */
  toId(path: string, present: boolean): number;
}

/** Starts looking up paths. Call it, and what it returns, inside one write transaction. */
export function createPathIds(connection: Connection): PathIds {
  const known = new Map<string, number>();

  function findOrInsert(path: string, present: boolean): number {
    const json = JSON.stringify(path);
    const row = connection.get<{ id: number }>("SELECT id FROM paths WHERE path = ?", json);
    return (
      row?.id ??
      connection.run("INSERT INTO paths (path, present) VALUES (?, ?)", json, Number(present))
    );
  }

  return {
    toId(path, present) {
      const id = known.get(path) ?? findOrInsert(path, present);
      known.set(path, id);
      return id;
    },
  };
}

function fromRow(connection: Connection, row: LocatorRow): Locator {
  const sha256 = requireBlob(connection.path, row.sha256);
  return {
    path: JSON.parse(row.path) as string,
    startByte: row.start_byte,
    endByte: row.end_byte,
    line: row.line,
    sha256: Buffer.from(sha256.buffer, sha256.byteOffset, sha256.length).toString("hex"),
    present: row.present === 1,
  };
}

function hashToBlob(sha256: string): Uint8Array {
  if (!RECORD_HASH.test(sha256)) throw new RangeError(`not 16 hex digits: ${sha256}`);
  return Buffer.from(sha256, "hex");
}

function compareLocators(a: Locator, b: Locator): number {
  return (
    compareStrings(a.path, b.path) ||
    a.startByte - b.startByte ||
    a.endByte - b.endByte ||
    compareStrings(a.sha256, b.sha256)
  );
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
