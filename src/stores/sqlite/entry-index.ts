import { storeConflict } from "../../errors.ts";
import type { IndexPublication, UnindexedBatch } from "../../ports/entry-store.ts";
import type { DeadDocument, LiveSegment } from "../../ports/passage-index.ts";
import { toKey, toRef } from "./entry-key.ts";
import { ENTRY_COLUMNS, type EntryRow, type EntryTables, fromRows } from "./entry-rows.ts";
import { loadState, saveState } from "./entry-state.ts";
import type { EntryTexts } from "./entry-texts.ts";
import { deleteSegment, insertLiveSegment, listSegments } from "./segment-rows.ts";
import { requireBlob } from "./stored-value.ts";
import { blobToVersion, requireVersionBlob } from "./version-blob.ts";

/** Rows read at a time. */
const BATCH = 256;

/** The publication before the current one keeps its segments: a reader may be in the middle of a query over them. */
const KEPT_PUBLICATIONS = 2;

/**
 * Returns what the index does not hold, oldest kept first. A text that is damaged is passed over: `check` names it. Call it
 * inside a read transaction.
 */
export function findUnindexed(
  tables: EntryTables,
  texts: EntryTexts,
  { maxBytes, after }: { readonly maxBytes: number; readonly after: number | "watermark" },
): UnindexedBatch {
  const items: UnindexedBatch["items"][number][] = [];
  let through = after === "watermark" ? loadState(tables.connection).watermark : after;
  let bytes = 0;
  const sweep = texts.sweep();
  for (;;) {
    const rows = tables.connection.all<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM entries WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
      through,
    );
    const entries = fromRows(tables, rows);
    for (const [index, row] of rows.entries()) {
      const entry = entries[index];
      if (entry === undefined || (items.length > 0 && bytes + row.length > maxBytes)) {
        return { items, through };
      }
      const text = sweep.read(row);
      if (text !== "damaged") items.push({ entry, text });
      bytes += row.length;
      through = row.id;
    }
    if (rows.length < BATCH) return { items, through };
  }
}

/** Returns what the index holds alive and should not, by reference. */
export function listDeadDocuments({ connection, store }: EntryTables): readonly DeadDocument[] {
  return connection
    .all<{ key: string; version: Uint8Array }>(
      "SELECT key, version FROM dead_documents ORDER BY key, version",
    )
    .map(({ key, version }) => ({
      artifact: toRef(store, key),
      version: blobToVersion(requireBlob(connection.path, version)),
    }));
}

/** Returns the segments that are searched now. */
export function listIndexSegments({ connection }: EntryTables): readonly LiveSegment[] {
  return listSegments(connection, latestPublication(connection));
}

/**
 * Makes staged segments the searched ones. `begunAt` is the index epoch at which this process began to work: since then
 * nothing that it read may have been published by another, forgotten or replaced. Returns the epoch from now on. Call it
 * inside a write transaction.
 */
export function publishSegments(
  tables: EntryTables,
  publication: IndexPublication,
  begunAt: number | "unknown",
): number {
  const { connection } = tables;
  const state = loadState(connection);
  const { from, through } = publication;
  const isLate = begunAt !== "unknown" && begunAt !== state.indexEpoch;
  if (isLate || from !== state.watermark) {
    throw storeConflict(connection.path, String(from), String(state.watermark));
  }
  if (through < from || through >= state.nextId) {
    throw new RangeError(`nothing was kept through ${through}`);
  }
  refuseSwept(tables, publication.segments);
  const number = latestPublication(connection) + 1;
  // Without a row of its own an index of no segments would leave the one before in its place.
  connection.run("INSERT INTO publications (id) VALUES (?)", number);
  for (const [position, segment] of publication.segments.entries()) {
    insertLiveSegment(connection, segment, number, position);
  }
  for (const { artifact, version } of publication.buried) {
    connection.run(
      "DELETE FROM dead_documents WHERE key = ? AND version = ?",
      toKey(tables.store, artifact),
      requireVersionBlob(version),
    );
  }
  const left = connection.get<{ count: number }>(
    "SELECT count(*) AS count FROM entries WHERE id > ?",
    through,
  );
  saveState(connection, {
    ...state,
    generation: state.generation + 1,
    watermark: through,
    indexEpoch: state.indexEpoch + 1,
    unindexed: left?.count ?? 0,
  });
  sweepSegments(tables, KEPT_PUBLICATIONS);
  return state.indexEpoch + 1;
}

/** Forgets the index. Call it inside a write transaction. */
export function dropSegments(tables: EntryTables): void {
  const { connection } = tables;
  const state = loadState(connection);
  connection.run("INSERT INTO publications (id) VALUES (?)", latestPublication(connection) + 1);
  connection.run("DELETE FROM dead_documents");
  const { dated, undated } = state.visible;
  saveState(connection, {
    ...state,
    generation: state.generation + 1,
    watermark: 0,
    indexEpoch: state.indexEpoch + 1,
    indexVersion: "none",
    unindexed: dated + undated + state.hidden.dated + state.hidden.undated,
  });
  sweepSegments(tables, KEPT_PUBLICATIONS);
}

/** Removes the segments that none of the last `kept` publications names. Call it inside a write transaction. */
export function sweepSegments({ connection }: EntryTables, kept: number): void {
  const oldest = latestPublication(connection) - kept;
  connection.run("DELETE FROM generation_segments WHERE generation_id <= ?", oldest);
  connection.run("DELETE FROM publications WHERE id <= ?", oldest);
  const rows = connection.all<{ id: number }>(
    `SELECT id FROM segments WHERE NOT EXISTS (
       SELECT 1 FROM generation_segments WHERE segment_id = segments.id)`,
  );
  for (const { id } of rows) deleteSegment(connection, id);
}

/** A segment staged before another process published was swept by that publication. */
function refuseSwept({ connection }: EntryTables, segments: readonly LiveSegment[]): void {
  for (const { id } of segments) requireSegment(connection, id);
}

/** Refuses with `store_conflict` a segment that was staged and swept since. */
export function requireSegment(connection: EntryTables["connection"], id: number): void {
  const row = connection.get<{ id: number }>("SELECT id FROM segments WHERE id = ?", id);
  if (row === undefined) throw storeConflict(connection.path, `segment ${id}`, "none");
}

function latestPublication(connection: EntryTables["connection"]): number {
  return connection.get<{ id: number | null }>("SELECT max(id) AS id FROM publications")?.id ?? 0;
}
