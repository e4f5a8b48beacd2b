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
  readonly useHeldPages: () => void;
  readonly parts: Omit<RefreshParts, "store" | "lock" | "records" | "openProcessor">;
  readonly openProcessor: (store: ContentStore, totalBytes: number) => Promise<TextProcessor>;
  readonly startRefreshBeside: () => Promise<boolean>;
  readonly wait: (ms: number) => Promise<void>;
  /** Makes the data folder with its own ignore file; refuses with `data_folder_unusable`. */
  readonly createDataFolder: () => void;
}

/** Opens the content store once, for as long as the engine lives. */
export interface SessionOpener {
  /** `off` never creates a store; the other modes do. */
  open(mode: RefreshMode): Promise<Session>;
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

export function createSessionOpener(setup: SessionSetup): SessionOpener {
  const opened: Session[] = [];
  let writing: Session | "unopened" = "unopened";
  let reading: Session | "unopened" = "unopened";
  const keep = (session: Session): Session => {
    opened.push(session);
    return session;
  };

  async function open(mode: RefreshMode): Promise<Session> {
    if (writing !== "unopened") return writing;
    if (mode !== "off") {
      writing = keep(await openForWriting(setup));
      return writing;
    }
    if (reading !== "unopened") return reading;
    const session = await openForReading(setup);
    // Nothing was ever indexed: an empty answer now, and another look at the next call.
    if (session === "missing")
      return createSession(setup, { store: openMemoryContentStore(), gaps: [] });
    reading = keep(session);
    return reading;
  }

  let queue: Promise<unknown> = Promise.resolve();
  return {
    // One at a time, so that calls made together share one store.
    open(mode) {
      const result = queue.then(() => open(mode));
      queue = Promise.allSettled([result]);
      return result;
    },
    async close() {
      await queue;
      for (const session of opened) await session.store.close();
    },
  };
}

async function openForWriting(setup: SessionSetup): Promise<Session> {
  try {
    setup.createDataFolder();
    const store = await openSqliteContentStore({ folder: setup.dataFolder, mode: "readwrite" });
    return createSession(setup, { store, gaps: [] });
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    if (error.code === "store_corrupt") return setAside(setup, error);
    return openWithoutWriting(setup, error);
  }
}

async function openForReading(setup: SessionSetup): Promise<Session | "missing"> {
  try {
    const store = await openSqliteContentStore({ folder: setup.dataFolder, mode: "readonly" });
    return store === "missing" ? "missing" : createSession(setup, { store, gaps: [] });
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    return openInMemory(setup, error);
  }
}

/** The last good generation can still be read where nothing can be written. */
async function openWithoutWriting(setup: SessionSetup, cause: EngineError): Promise<Session> {
  const session = await openForReading(setup);
  if (session === "missing") return openInMemory(setup, cause);
  return { ...session, gaps: [...session.gaps, toGap(cause)] };
}

/** A damaged database is renamed, never deleted and never silently replaced; what can be rebuilt is rebuilt. */
async function setAside(setup: SessionSetup, cause: EngineError): Promise<Session> {
  const lock = await setup.lock.acquire();
  if ("heldBy" in lock) return openInMemory(setup, cause);
  try {
    const at = new Date(setup.parts.clock.now()).toISOString();
    const keptAt = quarantineDatabase(contentDatabasePath(setup.dataFolder), at);
    const store = await openSqliteContentStore({ folder: setup.dataFolder, mode: "readwrite" });
    const detail = `damaged and set aside as ${keptAt}; rebuilt from the inputs, older citations are lost with it`;
    return createSession(setup, {
      store,
      gaps: [{ code: "index_damaged", subject: "content.db", detail }],
    });
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    return openInMemory(setup, error);
  } finally {
    await lock.release();
  }
}

async function openInMemory(setup: SessionSetup, cause: EngineError): Promise<Session> {
  const store = openMemoryContentStore();
  setup.useHeldPages();
  const inMemory = { ...setup, lock: createMemoryRefreshLock(), records: setup.heldRecords };
  const session = createSession(inMemory, { store, gaps: [toGap(cause)] });
  // Nothing on disk is touched, so even a call that may not write gets an answer.
  await session.keeper.refresh({ rebuild: false });
  return session;
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
  return { store, keeper, snapshot: createSnapshotIndex(store, setup.kit), gaps };
}

function isAnswerable(error: unknown): error is EngineError {
  return error instanceof EngineError && ANSWERED_FROM_MEMORY.has(error.code);
}

function toGap(cause: EngineError): Gap {
  const code = cause.code === "store_corrupt" ? "index_damaged" : "data_folder_unusable";
  return { code, detail: cause.message };
}
