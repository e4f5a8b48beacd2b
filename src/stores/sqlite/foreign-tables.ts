import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { EngineError } from "../../errors.ts";
import type {
  ForeignQuery,
  ForeignRow,
  ForeignTables,
  ForeignValue,
  OpenForeignTables,
} from "../../ports/foreign-tables.ts";
import { type Connection, createConnection } from "./connection.ts";
import { loadDriver, type SqliteDriver } from "./driver.ts";
import { copyForeign, type ForeignFile, readLogKind, refuse, stampOf } from "./foreign-copy.ts";
import { type PageBounds, readColumns, readPage, readRow } from "./foreign-rows.ts";
import { translating } from "./translate-error.ts";

/** How long an owner's lock is waited for where nothing else is asked for. */
const WAIT_MS = 3000;
const RETRY_MS = 25;

/** An open database and what tells that it is still the one that was opened. */
interface Source {
  readonly connection: Connection;
  /** Refuses when what is read in place was written to. */
  check(): void;
  close(): void;
}

/**
 * Returns what opens other programs' databases. How one is read depends on its log:
 *
 * - `rollback`: in place, read-only. Its owner's locks hold, ours last for one page, and nothing is created.
 * - A write-ahead log with something in it: from a private copy of file and log. Reading such a file in place needs a shared
 *   index beside it (https://www.sqlite.org/wal.html, "Read-Only Databases"): SQLite would create it, or write its own marks
 *   into the owner's, and would keep the owner from clearing the log.
 * - An empty or absent write-ahead log: in place as immutable, which opens nothing beside it. What that gives up, SQLite's own
 *   notice of changes, is made up for by looking at the file behind each page.
 */
export function createForeignTablesOpener(
  options: { readonly waitMs?: number } = {},
): OpenForeignTables {
  const waitMs = options.waitMs ?? WAIT_MS;
  return async ({ source, path }) => {
    const file: ForeignFile = { source, path, waitMs };
    return createForeignTables(file, await openSource(file));
  };
}

async function openSource(file: ForeignFile): Promise<Source> {
  const driver = await loadDriver();
  const log = await readLogKind(file);
  if (log === "wal_live") return openCopy(driver, file, "-wal");
  if (log === "wal_empty") return patiently(file, () => openImmutable(driver, file));
  try {
    return await patiently(file, () => openInPlace(driver, file));
  } catch (error) {
    // An owner that was killed left half a transaction, which only one who may write can take back.
    if (causeCode(error) !== "store_readonly") throw error;
    return openCopy(driver, file, "-journal");
  }
}

function openInPlace(driver: SqliteDriver, file: ForeignFile): Source {
  const connection = connect(driver, file, pathToFileURL(file.path).href, true);
  return { connection, check: () => undefined, close: () => connection.close() };
}

function openImmutable(driver: SqliteDriver, file: ForeignFile): Source {
  const before = stampsOf(file);
  const connection = connect(driver, file, `${pathToFileURL(file.path).href}?immutable=1`, true);
  const check = (): void => {
    if (stampsOf(file) === before) return;
    throw refuse(file, "its owner wrote to it while it was read; import it again");
  };
  return { connection, check, close: () => connection.close() };
}

async function openCopy(driver: SqliteDriver, file: ForeignFile, log: string): Promise<Source> {
  const copy = await copyForeign(file, log);
  try {
    // A journal can only be rolled back by one who may write; of a write-ahead log nothing needs to be moved.
    const connection = connect(driver, file, pathToFileURL(copy.path).href, log === "-wal");
    const close = (): void => {
      connection.close();
      copy.remove();
    };
    return { connection, check: () => undefined, close };
  } catch (error) {
    copy.remove();
    throw inWords(file, error);
  }
}

/** The first statement is where locks, damage and left-over journals show. */
function connect(
  driver: SqliteDriver,
  file: ForeignFile,
  location: string,
  readOnly: boolean,
): Connection {
  return translating(file.path, () => {
    const database = driver.open(location, { readOnly, timeout: 0 });
    const connection = createConnection(database, file.path, false);
    try {
      connection.get("SELECT count(*) FROM sqlite_schema");
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  });
}

function createForeignTables(file: ForeignFile, source: Source): ForeignTables {
  const { connection } = source;
  const ask = <T>(work: () => T): Promise<T> =>
    patiently(file, () => {
      const result = attempt(work, source);
      source.check();
      return result;
    });

  async function* pages(query: ForeignQuery, prefix = ""): AsyncGenerator<readonly ForeignRow[]> {
    let after: ForeignValue | "none" = "none";
    for (;;) {
      const bounds: PageBounds = { after, prefix };
      const page: readonly ForeignRow[] = await ask(() => readPage(connection, query, bounds));
      const last = page.at(-1);
      if (last === undefined) return;
      // A key that is no valid text reads back as another one, and asking behind that could go on for ever.
      if (last.key === after) throw refuse(file, `a key of its table ${query.table} is no text`);
      after = last.key;
      yield page;
    }
  }

  return {
    columnsOf: (table) => ask(() => readColumns(connection, table)),
    pages,
    find: (query, key) => ask(() => readRow(connection, query, key)),
    close: () => source.close(),
  };
}

/** What looks like damage in a file that was just written to is not damage. */
function attempt<T>(work: () => T, source: Source): T {
  try {
    return work();
  } catch (error) {
    source.check();
    throw error;
  }
}

/** Tries again while the owner holds the file, and then refuses in words about a file that is not ours. */
async function patiently<T>(file: ForeignFile, work: () => T): Promise<T> {
  const deadline = performance.now() + file.waitMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const isHeld = error instanceof EngineError && error.code === "store_busy";
      if (!isHeld || performance.now() > deadline) throw inWords(file, error);
    }
    await wait(RETRY_MS);
  }
}

function inWords(file: ForeignFile, error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  switch (error.code) {
    case "store_busy":
      return refuse(file, "its owner holds it locked; try again when that program is idle", error);
    case "store_corrupt":
      return refuse(file, `it is damaged (${String(error.details["problem"])})`, error);
    case "store_readonly":
      return refuse(file, "it cannot be opened for reading", error);
    case "data_folder_unusable":
      return refuse(file, `its disk failed: ${String(error.details["problem"])}`, error);
    default:
      return error;
  }
}

function causeCode(error: unknown): string {
  const cause = error instanceof EngineError ? error.cause : error;
  return cause instanceof EngineError ? cause.code : "none";
}

function stampsOf({ path }: ForeignFile): string {
  return [path, `${path}-wal`].map(stampOf).join(" ");
}
