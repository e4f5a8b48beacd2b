import type { Session } from "./calls/session.ts";
import { EngineError, type ErrorCode } from "./errors.ts";
import type { RefreshMode } from "./model/engine.ts";
import type { Gap } from "./model/gap.ts";
import { createProjectionKeeper } from "./pipeline/refresh/keep-projection.ts";
import type { RefreshParts } from "./pipeline/refresh/refresh-parts.ts";
import { createSnapshotIndex } from "./pipeline/search/snapshot-index.ts";
import type { ContentStore } from "./ports/content-store.ts";
import type { IndexKit } from "./ports/passage-index.ts";
import type { RefreshLock } from "./ports/refresh-lock.ts";
import type { RecordProjection } from "./ports/renderer.ts";
import type { TextProcessor } from "./ports/text-processor.ts";
import { openMemoryContentStore } from "./stores/memory/memory-content-store.ts";
import { createMemoryRefreshLock } from "./stores/memory/memory-refresh-lock.ts";
import { MEMORY_TEXT_CODEC } from "./stores/memory/memory-text-codec.ts";
import { quarantineDatabase } from "./stores/sqlite/quarantine-database.ts";
import {
  contentDatabasePath,
  openSqliteContentStore,
} from "./stores/sqlite/sqlite-content-store.ts";

/** What a session is made of, before its store is opened. */
export interface SessionSetup {
  readonly dataFolder: string;
  readonly kit: IndexKit;
  readonly lock: RefreshLock;
  readonly records: RecordProjection | "none";
  /** The records when nothing may be written to disk: their pages are held in memory. */
  readonly heldRecords: RecordProjection | "none";
  readonly readPages: (from: "held" | "written") => void;
  readonly parts: Omit<RefreshParts, "store" | "lock" | "records" | "openProcessor">;
  readonly openProcessor: (store: ContentStore, totalBytes: number) => Promise<TextProcessor>;
  readonly startRefreshBeside: () => Promise<boolean>;
  readonly wait: (ms: number) => Promise<void>;
  /** Refuses with `data_folder_unusable` a data folder that is none, or that a link inside the workspace leads to. */
  readonly inspectDataFolder: () => void;
  /** Makes the data folder with its own ignore file; refuses with `data_folder_unusable`. */
  readonly createDataFolder: () => void;
}

/** Opens the content store once, and again only when it was found damaged or could not be used for a while. */
export interface SessionOpener {
  /** `off` never creates a store; the other modes do. */
  open(mode: RefreshMode): Promise<Session>;
  /**
   * Closes a store that a call found damaged, so that the next one looks it over, sets it aside or answers from memory.
   * Returns false when the damage is not the content database's. `asOf` is the epoch in which the call began.
   */
  recover(cause: EngineError, asOf: number): Promise<boolean>;
  /** How often a store was closed for another to take its place. */
  epoch(): number;
  close(): Promise<void>;
}

/** A data folder that cannot be used is no reason not to answer: the projection is then built in memory (REF-13). */
const ANSWERED_FROM_MEMORY: ReadonlySet<ErrorCode> = new Set([
  "data_folder_unusable",
  "store_busy",
  "store_corrupt",
  "store_full",
  "store_readonly",
]);

/** Opens sessions on the content store, and others in their place while it cannot be used. */
export function createSessionOpener(setup: SessionSetup): SessionOpener {
  let writing: Opened | "unopened" = "unopened";
  let reading: Opened | "unopened" = "unopened";
  let suspect: EngineError | "none" = "none";
  let epoch = 0;

  async function open(mode: RefreshMode): Promise<Session> {
    if (writing !== "unopened") {
      writing = await renewed(writing, "readwrite");
      return writing.session;
    }
    if (mode !== "off") {
      writing = await openForWriting(setup, suspect);
      suspect = "none";
      return writing.session;
    }
    if (reading !== "unopened") {
      reading = await renewed(reading, "readonly");
      return reading.session;
    }
    const opened = await openForReading(setup, suspect);
    // Nothing was ever indexed: an empty answer now, and another look at the next call.
    if (opened === "missing")
      return createSession(setup, { store: openMemoryContentStore(), gaps: [] });
    reading = opened;
    return reading.session;
  }

  async function renewed(opened: Opened, mode: "readwrite" | "readonly"): Promise<Opened> {
    const next = await renew(setup, opened, mode);
    // Calls that still work with the one that was closed are to ask again.
    if (next.session !== opened.session) epoch++;
    return next;
  }

  async function closeAll(): Promise<void> {
    const opened = [writing, reading];
    [writing, reading] = ["unopened", "unopened"];
    for (const each of opened) if (each !== "unopened") await each.session.store.close();
  }

  async function recover(cause: EngineError, asOf: number): Promise<boolean> {
    if (asOf !== epoch) return true;
    if (cause.details["path"] !== contentDatabasePath(setup.dataFolder)) return false;
    // Closed before anything is renamed: a file that is set aside must not stay open.
    await closeAll();
    suspect = cause;
    epoch++;
    return true;
  }

  let queue: Promise<unknown> = Promise.resolve();
  // One at a time, so that calls made together share one store.
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = Promise.allSettled([result]);
    return result;
  }
  return {
    open: (mode) => inTurn(() => open(mode)),
    recover: (cause, asOf) => inTurn(() => recover(cause, asOf)),
    epoch: () => epoch,
    close: () => inTurn(closeAll),
  };
}

/** A stand-in answers well enough to wait a while before the folder is tried again. */
const RETRY_MS = 60_000;

/** What is kept of a session: whether it only stands in for the data folder's own, and since when. */
interface Opened {
  readonly session: Session;
  readonly standsIn: boolean;
  readonly atMs: number;
}

/** Returns the session of the data folder once that can be used again; until then the one that stands in for it. */
async function renew(
  setup: SessionSetup,
  opened: Opened,
  mode: "readwrite" | "readonly",
): Promise<Opened> {
  const nowMs = setup.parts.clock.now();
  if (!opened.standsIn || Math.abs(nowMs - opened.atMs) < RETRY_MS) return opened;
  try {
    const renewed = await openOnDisk(setup, mode, "none");
    if (renewed === "missing") return { ...opened, atMs: nowMs };
    await opened.session.store.close();
    return renewed;
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    return { ...opened, atMs: nowMs };
  }
}

/** Opens the database of the data folder. One that a call tripped over is read from end to end before it is trusted. */
async function openOnDisk(
  setup: SessionSetup,
  mode: "readwrite" | "readonly",
  suspect: EngineError | "none",
): Promise<Opened | "missing"> {
  setup.inspectDataFolder();
  if (mode === "readwrite") setup.createDataFolder();
  const store = await openSqliteContentStore({ folder: setup.dataFolder, mode });
  if (store === "missing") return "missing";
  if (suspect !== "none" && (await store.check()).length > 0) {
    await store.close();
    throw suspect;
  }
  setup.readPages("written");
  return keep(setup, createSession(setup, { store, gaps: [] }), false);
}

async function openForWriting(setup: SessionSetup, suspect: EngineError | "none"): Promise<Opened> {
  try {
    const opened = await openOnDisk(setup, "readwrite", suspect);
    if (opened === "missing") throw new Error(`${setup.dataFolder} vanished while it was opened`);
    return opened;
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    if (error.code === "store_corrupt") return setAside(setup, error);
    return openWithoutWriting(setup, error);
  }
}

async function openForReading(
  setup: SessionSetup,
  suspect: EngineError | "none",
): Promise<Opened | "missing"> {
  try {
    return await openOnDisk(setup, "readonly", suspect);
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    return openInMemory(setup, error);
  }
}

/** The last good generation can still be read where nothing can be written. */
async function openWithoutWriting(setup: SessionSetup, cause: EngineError): Promise<Opened> {
  const opened = await openForReading(setup, "none");
  if (opened === "missing") return openInMemory(setup, cause);
  const { session } = opened;
  return keep(setup, { ...session, gaps: [...session.gaps, toGap(cause)] }, true);
}

/** A damaged database is renamed, never deleted and never silently replaced; what can be rebuilt is rebuilt. */
async function setAside(setup: SessionSetup, cause: EngineError): Promise<Opened> {
  try {
    const lock = await setup.lock.acquire();
    if ("heldBy" in lock) return await openInMemory(setup, cause);
    try {
      const at = new Date(setup.parts.clock.now()).toISOString();
      const keptAt = quarantineDatabase(contentDatabasePath(setup.dataFolder), at);
      const store = await openSqliteContentStore({ folder: setup.dataFolder, mode: "readwrite" });
      const detail = `damaged and set aside as ${keptAt}; rebuilt from the inputs, older citations are lost with it`;
      const gaps: readonly Gap[] = [{ code: "index_damaged", subject: "content.db", detail }];
      setup.readPages("written");
      return keep(setup, createSession(setup, { store, gaps }), false);
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    return openInMemory(setup, error);
  }
}

function keep(setup: SessionSetup, session: Session, standsIn: boolean): Opened {
  return { session, standsIn, atMs: setup.parts.clock.now() };
}

async function openInMemory(setup: SessionSetup, cause: EngineError): Promise<Opened> {
  const store = openMemoryContentStore();
  setup.readPages("held");
  const inMemory = { ...setup, lock: createMemoryRefreshLock(), records: setup.heldRecords };
  const session = createSession(inMemory, { store, gaps: [toGap(cause)] });
  // Nothing on disk is touched, so even a call that may not write gets an answer.
  await session.keeper.refresh({ rebuild: false });
  return keep(setup, session, true);
}

function createSession(
  setup: SessionSetup,
  opened: { readonly store: ContentStore; readonly gaps: readonly Gap[] },
): Session {
  const { store, gaps } = opened;
  const { lock, records, startRefreshBeside, wait } = setup;
  const openProcessor = (totalBytes: number): Promise<TextProcessor> =>
    setup.openProcessor(store, totalBytes);
  const parts: RefreshParts = { ...setup.parts, store, lock, records, openProcessor };
  const keeper = createProjectionKeeper({ parts, startRefreshBeside, wait });
  const inMemory = store.codec === MEMORY_TEXT_CODEC;
  return { store, keeper, snapshot: createSnapshotIndex(store, setup.kit), gaps, inMemory };
}

function isAnswerable(error: unknown): error is EngineError {
  return error instanceof EngineError && ANSWERED_FROM_MEMORY.has(error.code);
}

function toGap(cause: EngineError): Gap {
  if (cause.code === "store_corrupt") {
    const detail = `content.db: ${cause.details["problem"]}; answered from memory`;
    return { code: "index_damaged", subject: "content.db", detail };
  }
  return { code: "data_folder_unusable", detail: WHAT_IT_WAS.get(cause.code) ?? cause.message };
}

const WHAT_IT_WAS: ReadonlyMap<ErrorCode, string> = new Map([
  ["store_busy", "content.db stayed locked by another process"],
  ["store_full", "no space is left to write content.db"],
  ["store_readonly", "content.db cannot be written; EXHIBIT_HOME can name a folder that can"],
]);
