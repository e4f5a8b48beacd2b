import { constants } from "node:os";
import { dirname } from "node:path";
import {
  dataFolderUnusable,
  EngineError,
  storeBusy,
  storeCorrupt,
  storeFull,
  storeReadonly,
} from "../../errors.ts";

// Primary result codes, https://www.sqlite.org/rescode.html. Extended codes carry them in their low byte.
const GENERIC = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const PROTOCOL = 15;
const CONSTRAINT = 19;
const NOT_A_DATABASE = 26;

// The packaged driver gives errors of `.all()` no number, only SQLite's own wording for it.
const CODES_BY_MESSAGE: ReadonlyMap<string, number> = new Map([
  ["database is locked", BUSY],
  ["database table is locked", LOCKED],
  ["attempt to write a readonly database", READONLY],
  ["disk I/O error", IO_ERROR],
  ["database disk image is malformed", CORRUPT],
  ["database or disk is full", FULL],
  ["unable to open database file", CANNOT_OPEN],
  ["locking protocol", PROTOCOL],
  ["file is not a database", NOT_A_DATABASE],
]);

/** Returns SQLite's primary result code, or `"foreign"` for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number | "foreign" {
  if (!(error instanceof Error)) return "foreign";
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode % 256;
  if (!("code" in error) || error.code !== "ERR_SQLITE_ERROR") return "foreign";
  return CODES_BY_MESSAGE.get(error.message) ?? GENERIC;
}

/** True when waiting a little can help: another process holds a lock or is just starting the log. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED || code === PROTOCOL;
}

/** True when the file or one beside it could not be opened or created. */
export function isUnopenable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === CANNOT_OPEN || code === READONLY;
}

/**
 * Returns what to throw in place of a database's error: `store_busy`, `store_corrupt`, `store_full`, `store_readonly`
 * or `data_folder_unusable` (the disk itself failed), with the original as `cause`. Anything else of SQLite's is a bug of ours and becomes a plain `Error`; errors that
 * are not SQLite's are returned as they are.
 */
export function translateError(path: string, error: unknown): unknown {
  if (error instanceof EngineError) return error;
  const code = sqliteCode(error);
  if (code === "foreign") return error;
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case BUSY:
    case LOCKED:
    case PROTOCOL:
      return storeBusy(path, error);
    case READONLY:
    case CANNOT_OPEN:
      return storeReadonly(path, error);
    case FULL:
      return storeFull(path, error);
    case CORRUPT:
    case NOT_A_DATABASE:
      return storeCorrupt(path, message, error);
    case IO_ERROR:
      if (isOutOfRoom(error)) return storeFull(path, error);
      // The disk failed, the file may be whole: nobody must take this for a reason to replace it.
      return dataFolderUnusable(dirname(path), `the file system refused (${message})`, error);
    case CONSTRAINT:
      return new Error(`a row of ${path} broke a rule of its table: ${message}`, { cause: error });
    default:
      return new Error(`SQLite error ${code} in ${path}: ${message}`, { cause: error });
  }
}

/** A quota or a limit on file size: SQLite tells a full disk by its own code, but these as I/O errors. */
function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error) || !("systemErrno" in error)) return false;
  const { EDQUOT, EFBIG, ENOSPC } = constants.errno;
  return [EDQUOT, EFBIG, ENOSPC].some((number) => number === error.systemErrno);
}

/** Runs `work` and throws what `translateError` makes of its error. */
export function translating<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(path, error);
  }
}
