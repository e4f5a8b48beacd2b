import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { dataFolderUnusable, storeCorrupt, storeNewer, storeReadonly } from "../../errors.ts";
import { type Connection, createConnection } from "./connection.ts";
import { prepareToWrite, sizeOf } from "./data-folder.ts";
import { loadDriver, type SqliteDatabase, type SqliteDriver } from "./driver.ts";
import { copyBeforeMigration, copyDatabase, removeCopies } from "./migration-copy.ts";
import { isBusy, isUnopenable, translateError } from "./translate-error.ts";

/** "EXHB": the `application_id` of every database file of this program. */
export const APPLICATION_ID = 0x45_58_48_42;

/** The busy timeout where nothing else is asked for. */
export const BUSY_TIMEOUT_MS = 2000;

/** How long opening keeps trying while other processes create the same file. */
const OPEN_TIMEOUT_MS = 10_000;
const OPEN_RETRY_MS = 15;

/** No database file is smaller, https://www.sqlite.org/fileformat2.html#pages. */
const SMALLEST_PAGE = 512;

/**
 * The format of a database file. `migrations[n]` turns format n into n + 1 and format 0 is an empty file, so that
 * creating and migrating are one path; each file remembers its format in `user_version`. A published migration is
 * never edited: another change is another migration.
 */
export interface DatabaseFormat {
  readonly migrations: readonly string[];
  /** FULL for what cannot be rebuilt, NORMAL for what can: a power cut may then lose the last commits, never mix them. */
  readonly synchronous: "FULL" | "NORMAL";
  /** Set before the first page is written; ignored afterwards. */
  readonly pageBytes: number;
  /**
   * For what cannot be rebuilt: a migration first copies the file to `<path>.before-v<format>`, and the first start after it
   * that finds the file sound removes the copy.
   */
  readonly keepsCopy?: boolean;
  /** The oldest format that a reader understands as it is. Default: only the newest, and a writer has to migrate an older one. */
  readonly readableFrom?: number;
}

export interface OpenDatabaseOptions {
  readonly path: string;
  readonly format: DatabaseFormat;
  readonly mode: "readwrite" | "readonly";
  /** How long a statement waits for another process's lock before it is refused as busy. */
  readonly busyTimeoutMs?: number;
  /** How long opening keeps trying while others create or lock the file. Default 10,000. */
  readonly openTimeoutMs?: number;
}

/**
 * Opens the file in write-ahead mode, creating (also its folder) and migrating it in `readwrite` mode. In `readonly`
 * mode nothing is created and a file that does not exist, or holds nothing yet, is `"missing"`. Refuses with
 * `store_newer`, `store_corrupt`, `store_readonly`, `store_busy`, `data_folder_unusable`; never replaces a damaged file.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Connection | "missing"> {
  const { path, mode } = options;
  const bytes = sizeOf(path);
  if (mode === "readonly" && bytes === 0) return "missing";
  // SQLite takes it for an empty database and would write over what is there.
  if (bytes > 0 && bytes < SMALLEST_PAGE)
    throw storeCorrupt(path, "it is too short for a database");
  if (mode === "readwrite") prepareToWrite(path);
  const driver = await loadDriver().catch((cause: unknown) => {
    throw dataFolderUnusable(dirname(path), cause instanceof Error ? cause.message : "", cause);
  });
  const deadline = performance.now() + (options.openTimeoutMs ?? OPEN_TIMEOUT_MS);
  for (;;) {
    try {
      return mode === "readwrite" ? openWritable(driver, options) : openReadable(driver, options);
    } catch (error) {
      // SQLite does not call its busy handler for some locks taken while a write-ahead log is first set up.
      if (!isBusy(error) || performance.now() > deadline) throw translateError(path, error);
    }
    await wait(OPEN_RETRY_MS);
  }
}

function openWritable(driver: SqliteDriver, options: OpenDatabaseOptions): Connection {
  const { path, format } = options;
  const timeout = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  const database = driver.open(path, { readOnly: false, timeout });
  try {
    const found = readFormat(database, options);
    if (found === 0) {
      database.exec(`PRAGMA page_size = ${format.pageBytes}; PRAGMA auto_vacuum = INCREMENTAL`);
    }
    if (pragma(database, "journal_mode") !== "wal") database.exec("PRAGMA journal_mode = WAL");
    if (found < format.migrations.length) migrate(driver, database, options);
    else if (format.keepsCopy === true) removeCopies(database, path);
    database.exec(`PRAGMA synchronous = ${format.synchronous}`);
    database.exec("PRAGMA journal_size_limit = 0");
    database.exec("PRAGMA foreign_keys = ON");
    return createConnection(database, path, true);
  } catch (error) {
    database.close();
    throw error;
  }
}

function openReadable(driver: SqliteDriver, options: OpenDatabaseOptions): Connection | "missing" {
  const { path, busyTimeoutMs: timeout = BUSY_TIMEOUT_MS } = options;
  try {
    return checkReadable(driver.open(path, { readOnly: true, timeout }), options);
  } catch (error) {
    if (!isUnopenable(error) || sizeOf(`${path}-wal`) > 0) throw error;
    // A folder that cannot be written cannot hold the files a write-ahead reader needs. With no log left behind,
    // the file alone is whole, and nobody who cannot write the folder can change it under us.
    const location = `${pathToFileURL(path).href}?immutable=1`;
    return checkReadable(driver.open(location, { readOnly: true, timeout: 0 }), options);
  }
}

function checkReadable(
  database: SqliteDatabase,
  options: OpenDatabaseOptions,
): Connection | "missing" {
  try {
    const found = readFormat(database, options);
    const { migrations, readableFrom = migrations.length } = options.format;
    if (found >= readableFrom) {
      return createConnection(database, options.path, false);
    }
    // An older format needs a writer to migrate it.
    if (found > 0) throw storeReadonly(options.path);
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return "missing";
}

function readFormat(database: SqliteDatabase, options: OpenDatabaseOptions): number {
  const { path, format } = options;
  const version = Number(pragma(database, "user_version"));
  const application = Number(pragma(database, "application_id"));
  if (version > 0 && application === APPLICATION_ID) {
    if (version > format.migrations.length) {
      throw storeNewer(path, version, format.migrations.length);
    }
    return version;
  }
  const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get();
  const isEmpty = (tables as { count: number }).count === 0 && version === 0 && application === 0;
  if (!isEmpty) throw storeCorrupt(path, "it is a database of another program");
  return 0;
}

function migrate(
  driver: SqliteDriver,
  database: SqliteDatabase,
  options: OpenDatabaseOptions,
): void {
  const { path, format } = options;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it while this one waited for the lock.
    const found = readFormat(database, options);
    // This connection may remember the empty file: any statement makes it look at the schema again.
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    const isOld = found > 0 && found < format.migrations.length;
    if (isOld && format.keepsCopy === true) {
      copyDatabase(driver, path, copyBeforeMigration(path, format.migrations.length));
    }
    for (const migration of format.migrations.slice(found)) database.exec(migration);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${format.migrations.length}`);
    database.exec("COMMIT");
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

function pragma(database: SqliteDatabase, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>;
  return row[name];
}
