import { join } from "node:path";
import { storeReadonly } from "../../errors.ts";
import { scopeUnresolved } from "../../errors-of-entries.ts";
import type { StoreName } from "../../model/artifact.ts";
import type { EntryStore } from "../../ports/entry-store.ts";
import type { Connection } from "./connection.ts";
import { appendBatch } from "./entry-append.ts";
import { findEntryDamage } from "./entry-check.ts";
import { forgetEntries, listTombstones, selectEntries } from "./entry-forget.ts";
import { ENTRY_FORMAT } from "./entry-format.ts";
import { openHomes } from "./entry-homes.ts";
import {
  dropSegments,
  findUnindexed,
  listDeadDocuments,
  listIndexSegments,
  publishSegments,
  requireSegment,
} from "./entry-index.ts";
import {
  findEntries,
  findEntryVersions,
  findPlaces,
  listEntries,
  listUndated,
} from "./entry-lists.ts";
import { countRecords } from "./entry-locators.ts";
import { markEntry } from "./entry-mark.ts";
import { listReadFiles } from "./entry-read-files.ts";
import type { EntryTables } from "./entry-rows.ts";
import { scrubDatabase } from "./entry-scrub.ts";
import { listSessions } from "./entry-sessions.ts";
import { measureEntries } from "./entry-sizes.ts";
import { emptyState, findState, loadState, saveState, toGeneration } from "./entry-state.ts";
import { openTexts } from "./entry-texts.ts";
import { openDatabase } from "./open-database.ts";
import { insertBlocks, insertSegment, readBlocks } from "./segment-rows.ts";

/** Writers wait for each other: eight of them, each with a batch to sync, stay far below this. */
const ENTRY_BUSY_TIMEOUT_MS = 10_000;

/** Pages in the log before it is moved into the database: index pages that many batches touch are then moved once. */
const CHECKPOINT_PAGES = 4000;

/** Database pages a writer keeps in memory, in KiB. */
const WRITE_CACHE_KIB = 32 * 1024;

export interface SqliteEntryStoreOptions {
  /** The project's data folder; `<name>.db` in it. Created in `readwrite` mode. */
  readonly folder: string;
  readonly name: StoreName;
  readonly mode: "readwrite" | "readonly";
  /** A file of another project is refused with `scope_unresolved`. */
  readonly projectId: string;
  /**
   * How long a statement waits for another process's lock before `store_busy`. Default 10,000: writers take turns. No reader
   * ever waits for a writer; it waits at most this long where another process is just creating or repairing the log.
   */
  readonly busyTimeoutMs?: number;
  /** How long opening keeps trying while others create or lock the file. Default 10,000. */
  readonly openTimeoutMs?: number;
  /** Told each write as it is done, with its name; what it throws or does interrupts the store right there. */
  readonly afterStep?: (step: string) => void;
  /** Refuses to let the database file grow beyond this (`store_full`). Default: what the disk holds. */
  readonly maxDatabaseBytes?: number;
}

/** Returns the path of an entry store in a data folder. */
export function entryDatabasePath(folder: string, name: StoreName): string {
  return join(folder, `${name}.db`);
}

/**
 * Opens a store of entries of a data folder. In `readonly` mode one that was never written is `"missing"`, which is not the
 * same as an empty one. Refuses as `openDatabase` does, and with `scope_unresolved` a file of another project; a damaged file
 * is never replaced: nothing could rebuild it.
 */
export async function openSqliteEntryStore(
  options: SqliteEntryStoreOptions & { readonly mode: "readwrite" },
): Promise<EntryStore>;
export async function openSqliteEntryStore(
  options: SqliteEntryStoreOptions,
): Promise<EntryStore | "missing">;
export async function openSqliteEntryStore(
  options: SqliteEntryStoreOptions,
): Promise<EntryStore | "missing"> {
  const { folder, name, mode, busyTimeoutMs = ENTRY_BUSY_TIMEOUT_MS, openTimeoutMs } = options;
  const connection = await openDatabase({
    path: entryDatabasePath(folder, name),
    mode,
    format: ENTRY_FORMAT,
    busyTimeoutMs,
    ...(openTimeoutMs === undefined ? {} : { openTimeoutMs }),
  });
  if (connection === "missing") return "missing";
  try {
    if (connection.writable) prepareWriter(connection, options);
    if (claimProject(connection, options.projectId) === "missing") {
      connection.close();
      return "missing";
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  const tables: EntryTables = { connection, store: name, homes: openHomes(connection) };
  const afterStep = options.afterStep ?? (() => undefined);
  const desk = createIndexDesk();
  return {
    name,
    writable: connection.writable,
    ...reading(tables, desk),
    ...writing(tables, desk, afterStep),
    close: async () => connection.close(),
  };
}

function prepareWriter(
  connection: Connection,
  { maxDatabaseBytes }: SqliteEntryStoreOptions,
): void {
  // What is removed here was to be removed: freed bytes are overwritten.
  connection.all("PRAGMA secure_delete = ON");
  connection.all(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  connection.exec(`PRAGMA cache_size = -${WRITE_CACHE_KIB}`);
  if (maxDatabaseBytes === undefined) return;
  const pages = Math.max(1, Math.floor(maxDatabaseBytes / ENTRY_FORMAT.pageBytes));
  connection.all(`PRAGMA max_page_count = ${pages}`);
}

/** Makes a new file the project's, and refuses one of another project. */
function claimProject(connection: Connection, projectId: string): "claimed" | "missing" {
  let state = findState(connection);
  if (state === "missing" && !connection.writable) return "missing";
  if (state === "missing") {
    state = connection.write(() => {
      const found = findState(connection);
      if (found !== "missing") return found;
      const created = emptyState(projectId);
      saveState(connection, created);
      return created;
    });
  }
  if (state.projectId === projectId) return "claimed";
  throw scopeUnresolved(connection.path, "it holds the entries of another project");
}

/** Remembers at which state of the index this process began to work on the next one. */
interface IndexDesk {
  begunAt: number | "unknown";
}

function createIndexDesk(): IndexDesk {
  return { begunAt: "unknown" };
}

type Reading = Pick<
  EntryStore,
  | "generation"
  | "files"
  | "countLocators"
  | "entries"
  | "findVersions"
  | "list"
  | "undated"
  | "readTexts"
  | "sessions"
  | "unindexed"
  | "watermark"
  | "deadDocuments"
  | "indexVersion"
  | "select"
  | "tombstones"
  | "segments"
  | "readBlocks"
  | "check"
  | "sizes"
>;

function reading(tables: EntryTables, desk: IndexDesk): Reading {
  const { connection } = tables;
  const texts = openTexts(connection);
  return {
    generation: async () => toGeneration(loadState(connection)),
    files: async (agent) => listReadFiles(connection, agent),
    countLocators: async (path, sha256, beforeByte) =>
      countRecords(connection, path, { sha256, beforeByte }),
    entries: async (refs, scope) => connection.read(() => findEntries(tables, refs, scope)),
    findVersions: async (prefix, scope) =>
      connection.read(() => findEntryVersions(tables, prefix, scope)),
    list: async (window) => connection.read(() => listEntries(tables, window)),
    undated: async (window) => connection.read(() => listUndated(tables, window)),
    readTexts: async (versions) =>
      connection.read(() =>
        findPlaces(tables, versions).map((place) =>
          place === "missing" ? "missing" : texts.read(place),
        ),
      ),
    sessions: async (scope) => connection.read(() => listSessions(tables, scope)),
    unindexed: async (maxBytes, after: number | "watermark" = "watermark") =>
      connection.read(() => findUnindexed(tables, texts, { maxBytes, after })),
    async watermark() {
      const { watermark, indexEpoch } = loadState(connection);
      desk.begunAt = indexEpoch;
      return watermark;
    },
    deadDocuments: async () => listDeadDocuments(tables),
    indexVersion: async () => loadState(connection).indexVersion,
    select: async (selection) => connection.read(() => selectEntries(tables, selection)),
    tombstones: async () => listTombstones(tables),
    segments: async () => connection.read(() => listIndexSegments(tables)),
    readBlocks: async (segmentId, keys) =>
      connection.read(() => readBlocks(connection, segmentId, keys)),
    check: async () => findEntryDamage(tables, texts),
    sizes: async () => measureEntries(connection),
  };
}

type Writing = Omit<EntryStore, keyof Reading | "name" | "writable" | "close">;

function writing(tables: EntryTables, desk: IndexDesk, afterStep: (step: string) => void): Writing {
  const { connection, homes } = tables;

  function write<T>(step: string, work: () => T): T {
    if (!connection.writable) throw storeReadonly(connection.path);
    try {
      const result = connection.write(() => {
        const done = work();
        afterStep(`${step}: written`);
        return done;
      });
      afterStep(`${step}: committed`);
      return result;
    } catch (error) {
      homes.reset();
      throw error;
    }
  }

  return {
    append: async (batch) => write("append", () => appendBatch(tables, batch)),
    mark: async (ref, change) => write("mark", () => markEntry(tables, ref, change)),
    stageSegment: async () => write("stage segment", () => insertSegment(connection)),
    stageBlocks: async (segmentId, blocks) =>
      write("stage blocks", () => {
        requireSegment(connection, segmentId);
        insertBlocks(connection, segmentId, blocks);
      }),
    async publishIndex(publication) {
      desk.begunAt = write("publish", () => publishSegments(tables, publication, desk.begunAt));
    },
    dropIndex: async () => write("drop index", () => dropSegments(tables)),
    setIndexVersion: async (version) =>
      write("set index version", () =>
        saveState(connection, { ...loadState(connection), indexVersion: version }),
      ),
    forget: async (refs, at) => write("forget", () => forgetEntries(tables, refs, at)),
    async scrub() {
      if (!connection.writable) throw storeReadonly(connection.path);
      scrubDatabase(tables, afterStep);
    },
  };
}
