import { join } from "node:path";
import { EngineError, storeReadonly } from "../../errors.ts";
import type { ContentStore, PackedText, StoreSizes } from "../../ports/content-store.ts";
import { findArtifacts, findArtifactVersions, listArtifacts } from "./artifact-rows.ts";
import { checkStore } from "./check-store.ts";
import type { Connection } from "./connection.ts";
import { CONTENT_FORMAT } from "./content-format.ts";
import { sizeOf } from "./data-folder.ts";
import {
  currentGeneration,
  listGaps,
  readFacts,
  readRefreshRecord,
  writeRefreshRecord,
} from "./generation-rows.ts";
import { listInputs, rememberInput } from "./input-rows.ts";
import { BUSY_TIMEOUT_MS, openDatabase } from "./open-database.ts";
import { unpackPassage, unpackPassages } from "./passage-pack.ts";
import { publishGeneration } from "./publish-generation.ts";
import { insertBlocks, insertSegment, listSegments, readBlocks } from "./segment-rows.ts";
import { SQLITE_TEXT_CODEC } from "./sqlite-text-codec.ts";
import { sweepStore } from "./sweep-store.ts";
import { findText, readSplit, readTextRange, readWholeText, stageText } from "./text-rows.ts";

/** Packed bytes in one staging transaction, at most (one text may be larger). */
const STAGE_BATCH_BYTES = 4 * 1024 * 1024;

/** How long a publish waits for readers to let go of the write-ahead log before it leaves the log for later. */
const CHECKPOINT_TIMEOUT_MS = 100;

export interface SqliteContentStoreOptions {
  /** The data folder; `content.db` in it. Created in `readwrite` mode. */
  readonly folder: string;
  readonly mode: "readwrite" | "readonly";
  /** Refuses to let the database file grow beyond this (`store_full`). Default: what the disk holds. */
  readonly maxDatabaseBytes?: number;
  /** How long a statement waits for another process's lock before `store_busy`. Default 2,000. */
  readonly busyTimeoutMs?: number;
  /** Told each write as it is done, with its name; what it throws or does interrupts the store right there. */
  readonly afterStep?: (step: string) => void;
}

/** Returns the path of the content database in a data folder. */
export function contentDatabasePath(folder: string): string {
  return join(folder, "content.db");
}

/**
 * Opens the content store of a data folder. In `readonly` mode a store that was never written is `"missing"`, which is
 * not the same as an empty one. Refuses as `openDatabase` does; a damaged file is never replaced here
 * (`quarantineDatabase` does that, on purpose and by name).
 */
export async function openSqliteContentStore(
  options: SqliteContentStoreOptions & { readonly mode: "readwrite" },
): Promise<ContentStore>;
export async function openSqliteContentStore(
  options: SqliteContentStoreOptions,
): Promise<ContentStore | "missing">;
export async function openSqliteContentStore(
  options: SqliteContentStoreOptions,
): Promise<ContentStore | "missing"> {
  const { folder, mode, maxDatabaseBytes, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  const path = contentDatabasePath(folder);
  const format = CONTENT_FORMAT;
  const connection = await openDatabase({ path, mode, format, busyTimeoutMs });
  if (connection === "missing") return "missing";
  if (maxDatabaseBytes !== undefined) {
    const pages = Math.max(1, Math.floor(maxDatabaseBytes / CONTENT_FORMAT.pageBytes));
    connection.exec(`PRAGMA max_page_count = ${pages}`);
  }
  const afterStep = options.afterStep ?? (() => undefined);
  return {
    codec: SQLITE_TEXT_CODEC,
    writable: connection.writable,
    ...reading(connection),
    ...writing(connection, afterStep, busyTimeoutMs),
    close: async () => connection.close(),
  };
}

type Reading = Pick<
  ContentStore,
  | "current"
  | "facts"
  | "lastRefresh"
  | "gaps"
  | "inputs"
  | "artifacts"
  | "findVersions"
  | "passages"
  | "passage"
  | "readRange"
  | "readText"
  | "segments"
  | "readBlocks"
  | "check"
  | "sizes"
>;

function reading(connection: Connection): Reading {
  return {
    current: async () => currentGeneration(connection),
    facts: async () => readFacts(connection),
    lastRefresh: async () => readRefreshRecord(connection),
    gaps: async () => listGaps(connection),
    inputs: async () => listInputs(connection),
    artifacts: async (refs) =>
      refs === undefined
        ? listArtifacts(connection)
        : connection.read(() => findArtifacts(connection, refs)),
    findVersions: async (prefix) => findArtifactVersions(connection, prefix),
    async passages(version, kind) {
      const split = readSplit(connection, version, kind);
      return split === "missing" ? "missing" : unpackPassages(split);
    },
    async passage(version, kind, position) {
      const split = readSplit(connection, version, kind);
      return split === "missing" ? "missing" : unpackPassage(split, position);
    },
    readRange: async (version, startByte, endByte) =>
      connection.read(() => {
        const text = findText(connection, version);
        return text === undefined ? "missing" : readTextRange(connection, text, startByte, endByte);
      }),
    readText: async (version) =>
      connection.read(() => {
        const text = findText(connection, version);
        return text === undefined ? "missing" : readWholeText(connection, text, version);
      }),
    segments: async () =>
      connection.read(() => {
        const generation = currentGeneration(connection);
        return generation === "none" ? [] : listSegments(connection, generation.id);
      }),
    readBlocks: async (segmentId, keys) =>
      connection.read(() => readBlocks(connection, segmentId, keys)),
    check: async () => findDamage(connection),
    sizes: async () => measure(connection),
  };
}

type Writing = Omit<ContentStore, keyof Reading | "codec" | "writable" | "close">;

function writing(
  connection: Connection,
  afterStep: (step: string) => void,
  busyTimeoutMs: number,
): Writing {
  function write<T>(step: string, work: () => T): T {
    if (!connection.writable) throw storeReadonly(connection.path);
    const result = connection.write(() => {
      const done = work();
      afterStep(`${step}: written`);
      return done;
    });
    afterStep(`${step}: committed`);
    return result;
  }

  return {
    async stageTexts(texts) {
      for (const batch of inBatches(texts)) {
        write("stage texts", () => {
          for (const text of batch) stageText(connection, text);
        });
      }
    },
    stageSegment: async () => write("stage segment", () => insertSegment(connection)),
    stageBlocks: async (segmentId, blocks) =>
      write("stage blocks", () => insertBlocks(connection, segmentId, blocks)),
    async publish(publication) {
      if (!connection.writable) throw storeReadonly(connection.path);
      publishGeneration(connection, publication, afterStep);
      emptyLog(connection, busyTimeoutMs);
      afterStep("publish: log emptied");
    },
    rememberInputs: async (inputs) =>
      write("remember inputs", () => {
        for (const input of inputs) rememberInput(connection, input);
      }),
    recordRefresh: async (record) =>
      write("record refresh", () => writeRefreshRecord(connection, record)),
    async sweep() {
      if (!connection.writable) throw storeReadonly(connection.path);
      sweepStore(connection);
      emptyLog(connection, busyTimeoutMs);
      afterStep("sweep: done");
    },
  };
}

/** Moves the log into the database and cuts it to nothing, unless a reader is in the way. */
function emptyLog(connection: Connection, busyTimeoutMs: number): void {
  connection.exec(`PRAGMA busy_timeout = ${Math.min(CHECKPOINT_TIMEOUT_MS, busyTimeoutMs)}`);
  connection.all("PRAGMA wal_checkpoint(TRUNCATE)");
  connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
}

function findDamage(connection: Connection): readonly string[] {
  try {
    return connection.read(() => checkStore(connection));
  } catch (error) {
    // Damage that SQLite itself trips over is a finding like any other.
    if (error instanceof EngineError && error.code === "store_corrupt") return [error.message];
    throw error;
  }
}

function measure(connection: Connection): StoreSizes {
  const bytesOf = (table: "texts" | "segments"): number =>
    connection.get<{ bytes: number }>(`SELECT total(packed_bytes) AS bytes FROM ${table}`)?.bytes ??
    0;
  return {
    databaseBytes: sizeOf(connection.path),
    walBytes: sizeOf(`${connection.path}-wal`),
    textBytes: bytesOf("texts"),
    indexBytes: bytesOf("segments"),
  };
}

function* inBatches(texts: readonly PackedText[]): Iterable<readonly PackedText[]> {
  let batch: PackedText[] = [];
  let bytes = 0;
  for (const text of texts) {
    batch.push(text);
    bytes += text.frames.reduce((sum, frame) => sum + frame.length, text.passages.length);
    if (bytes < STAGE_BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
