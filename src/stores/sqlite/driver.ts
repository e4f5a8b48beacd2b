import { createRequire } from "node:module";

/** What can be bound to a statement. Whole numbers beyond 2^53 travel as bigint. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/** The slice of a prepared statement that this program uses; rows are closed before the call returns. */
export interface SqliteStatement {
  all(...values: readonly SqliteValue[]): unknown[];
  get(...values: readonly SqliteValue[]): unknown;
  run(...values: readonly SqliteValue[]): { readonly lastInsertRowid: number | bigint };
  setReadBigInts(enabled: boolean): void;
  setReturnArrays(enabled: boolean): void;
}

/**
 * The slice of a database that this program uses. No type of the driver itself leaves this file. The packaged driver
 * cannot finalize statements: a closed database that prepared any keeps its handle, without a lock or a transaction,
 * until they are collected or the process ends.
 */
export interface SqliteDatabase {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteDriver {
  /** Opens `location`, a path or a `file:` URI. `timeout` is the busy timeout in milliseconds. */
  open(
    location: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ): SqliteDatabase;
}

/** Where a driver may come from, tried in order. Each loads when it is first used. */
export interface DriverSources {
  readonly packaged: () => Promise<unknown>;
  readonly builtIn: () => Promise<unknown>;
}

/** SQLite before 3.51.3 can corrupt a database whose write-ahead log is reset while another process reads. */
const OLDEST_SOUND_SQLITE = [3, 51, 3] as const;

// A variable, so that neither the compiler nor a bundler resolves a module that Node 20 does not have.
const BUILT_IN_MODULE: string = "node:sqlite";

// As CommonJS the package loads in 5.7 ms of CPU, as an ES module in 8.5.
const requireHere = createRequire(import.meta.url);

const SOURCES: DriverSources = {
  packaged: async () =>
    requireHere("@photostructure/sqlite") as typeof import("@photostructure/sqlite"),
  builtIn: () => import(BUILT_IN_MODULE),
};

let loaded: Promise<SqliteDriver> | undefined;

/** Returns the process's one driver: the packaged one, or Node's own where the packaged one does not load. */
export function loadDriver(): Promise<SqliteDriver> {
  loaded ??= chooseDriver(SOURCES);
  return loaded;
}

/**
 * Returns the packaged driver if it loads, else the built-in one if its SQLite is 3.51.3 or newer.
 * Rejects with an `Error` that names both reasons when neither will do.
 */
export async function chooseDriver(sources: DriverSources): Promise<SqliteDriver> {
  try {
    return toDriver(await sources.packaged());
  } catch (packagedFailure) {
    const builtIn = await loadBuiltIn(sources, packagedFailure);
    const version = sqliteVersion(builtIn);
    if (isSound(version)) return builtIn;
    throw new Error(
      `the packaged SQLite does not load here, and this Node's own (${version}) is older than ${OLDEST_SOUND_SQLITE.join(".")}`,
      { cause: packagedFailure },
    );
  }
}

/** True when this SQLite is outside the published write-ahead-log corruption range. */
export function isSound(version: string): boolean {
  const found = version.split(".").map(Number);
  for (const [index, wanted] of OLDEST_SOUND_SQLITE.entries()) {
    const part = found[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

async function loadBuiltIn(
  sources: DriverSources,
  packagedFailure: unknown,
): Promise<SqliteDriver> {
  try {
    return toDriver(await sources.builtIn());
  } catch (error) {
    const reasons = [packagedFailure, error].map((failure) =>
      failure instanceof Error ? failure.message : String(failure),
    );
    throw new Error(`no SQLite loads here: ${reasons.join("; ")}`, { cause: error });
  }
}

type DatabaseConstructor = new (
  location: string,
  options: { readonly readOnly: boolean; readonly timeout: number },
) => SqliteDatabase;

function toDriver(module: unknown): SqliteDriver {
  if (typeof module !== "object" || module === null || !("DatabaseSync" in module)) {
    throw new TypeError("the module has no DatabaseSync");
  }
  const Database = module.DatabaseSync as DatabaseConstructor;
  return { open: (location, options) => new Database(location, options) };
}

function sqliteVersion(driver: SqliteDriver): string {
  const database = driver.open(":memory:", { readOnly: false, timeout: 0 });
  try {
    const row = database.prepare("SELECT sqlite_version() AS version").get() as { version: string };
    return row.version;
  } finally {
    database.close();
  }
}
