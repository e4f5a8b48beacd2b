import type { Entry } from "../../model/entry.ts";
import { mergeEntries } from "../../model/merge-entries.ts";
import type { AppendReport, EntryBatch, NewEntry } from "../../ports/entry-store.ts";
import { toKey } from "./entry-key.ts";
import { createPathIds, deleteLocators, insertLocators, type PathIds } from "./entry-locators.ts";
import { saveReadFile } from "./entry-read-files.ts";
import {
  type EntryRow,
  type EntryTables,
  findRows,
  findTexts,
  fromRows,
  insertRow,
  toRow,
  toVersionHead,
} from "./entry-rows.ts";
import { loadState, saveState } from "./entry-state.ts";
import { createTally, type HeldEntry, type Tally } from "./entry-tally.ts";
import { createTextWriter, eraseTexts, type TextPlace, type TextWriter } from "./entry-texts.ts";
import { saveTitle } from "./entry-titles.ts";
import { blobToVersion } from "./version-blob.ts";

/** An entry as the batch leaves it, and the row it was before. */
interface Pending {
  readonly key: string;
  readonly before: HeldEntry | "new";
  entry: Entry;
}

/** Keeps a batch. Call it inside a write transaction: all of it is kept, or nothing. */
export function appendBatch(tables: EntryTables, batch: EntryBatch): AppendReport {
  const { connection } = tables;
  const tally = createTally(connection, loadState(connection));
  const keyed = batch.entries.map((item) => ({ item, key: requireKey(tables, item) }));
  const keys = [...new Set(keyed.map(({ key }) => key))];
  const dead = tally.state.tombstones === 0 ? new Set<string>() : findForgotten(tables, keys);
  const pending = loadKnown(tables, keys);
  const texts = new Map<string, Uint8Array>();
  const report = { added: 0, seen: 0, changed: 0, forgotten: 0 };
  for (const { item, key } of keyed) {
    if (dead.has(key)) report.forgotten += 1;
    else report[takeIn(pending, key, item.entry)] += 1;
    texts.set(item.entry.version, item.text);
  }
  writePending({ tables, tally, texts }, [...pending.values()], batch);
  saveState(connection, tally.finish());
  return report;
}

/** Makes one entry of what is known and what comes. */
function takeIn(
  pending: Map<string, Pending>,
  key: string,
  entry: Entry,
): "added" | "seen" | "changed" {
  const known = pending.get(key);
  if (known === undefined) {
    pending.set(key, { key, before: "new", entry });
    return "added";
  }
  const { version } = known.entry;
  known.entry = mergeEntries(known.entry, entry);
  return known.entry.version === version ? "seen" : "changed";
}

interface Writing {
  readonly tables: EntryTables;
  readonly tally: Tally;
  readonly texts: ReadonlyMap<string, Uint8Array>;
}

function writePending(writing: Writing, pending: readonly Pending[], batch: EntryBatch): void {
  const { connection } = writing.tables;
  const places = createPlaces(writing, pending);
  const pathIds = createPathIds(connection);
  const freed: EntryRow[] = [];
  for (const item of pending) {
    const old = writeOne(writing, item, { places, pathIds });
    if (old !== "kept") freed.push(old);
  }
  places.finish();
  eraseUnused(writing.tables, freed);
  for (const file of batch.files) saveReadFile(connection, file, pathIds);
  const isRenamed = (batch.titles ?? []).filter((title) => saveTitle(connection, title)).length > 0;
  if (isRenamed || batch.files.length > 0) writing.tally.touch();
}

/** Writes an entry and returns the row whose text it no longer names. */
function writeOne(
  { tables, tally }: Writing,
  { key, before, entry }: Pending,
  { places, pathIds }: { readonly places: Places; readonly pathIds: PathIds },
): EntryRow | "kept" {
  const { connection } = tables;
  const row = toRow(tables, entry, key);
  const versionHead = toVersionHead(entry.version);
  if (before === "new") {
    const id = tally.add({ row, entry });
    insertRow(connection, { id, ...row }, { place: places.of(entry), versionHead });
    insertLocators(connection, id, { locators: entry.locators, pathIds });
    return "kept";
  }
  const isSame = before.row.attributes === row.attributes && before.row.home_id === row.home_id;
  if (isSame && before.entry.locators.length === entry.locators.length) return "kept";
  const isOtherText = before.entry.version !== entry.version;
  const id = tally.replace(before, { row, entry });
  connection.run("DELETE FROM entries WHERE id = ?", before.row.id);
  insertRow(connection, { id, ...row }, { place: places.of(entry), versionHead });
  if (id !== before.row.id) deleteLocators(connection, before.row.id);
  insertLocators(connection, id, { locators: entry.locators, pathIds });
  return isOtherText ? before.row : "kept";
}

/** Where the texts of a batch stand or are put. */
interface Places {
  of(entry: Entry): TextPlace;
  finish(): void;
}

function createPlaces({ tables, texts }: Writing, pending: readonly Pending[]): Places {
  const versions = pending.map(({ entry }) => entry.version);
  const places = new Map<string, TextPlace>();
  for (const row of findTexts(tables.connection, versions)) {
    places.set(blobToVersion(row.version), row);
  }
  const writer: TextWriter = createTextWriter(tables.connection);
  return {
    of({ version }) {
      const known = places.get(version);
      if (known !== undefined) return known;
      const text = texts.get(version);
      if (text === undefined) throw new RangeError(`the text ${version} came with no entry`);
      const place = writer.add(text);
      places.set(version, place);
      return place;
    },
    finish: writer.finish,
  };
}

/** Erases the texts of replaced rows that no other entry has. */
export function eraseUnused(tables: EntryTables, freed: readonly EntryRow[]): void {
  if (freed.length === 0) return;
  const distinct = new Map(freed.map((row) => [blobToVersion(row.version), row]));
  for (const row of findTexts(tables.connection, [...distinct.keys()])) {
    distinct.delete(blobToVersion(row.version));
  }
  eraseTexts(tables.connection, [...distinct.values()]);
}

function loadKnown(tables: EntryTables, keys: readonly string[]): Map<string, Pending> {
  const rows = findRows(tables.connection, keys);
  const entries = fromRows(tables, rows);
  const known = new Map<string, Pending>();
  for (const [index, row] of rows.entries()) {
    const entry = entries[index];
    if (entry !== undefined) known.set(row.key, { key: row.key, before: { row, entry }, entry });
  }
  return known;
}

function findForgotten({ connection }: EntryTables, keys: readonly string[]): Set<string> {
  const rows = connection.all<{ key: string }>(
    "SELECT key FROM tombstones WHERE key IN (SELECT value FROM json_each(?))",
    JSON.stringify(keys),
  );
  return new Set(rows.map((row) => row.key));
}

function requireKey({ store }: EntryTables, { entry, text }: NewEntry): string {
  const key = toKey(store, entry.ref);
  if (key === "foreign") throw new RangeError(`${entry.ref} is no entry of ${store}`);
  if (text.length !== entry.byteLength) {
    throw new RangeError(`${entry.ref} says ${entry.byteLength} bytes and has ${text.length}`);
  }
  return key;
}
