import { existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storeReadonly } from "../../errors.ts";
import type { HeldLock, RefreshLock } from "../../ports/refresh-lock.ts";
import { prepareToWrite } from "./data-folder.ts";
import { loadDriver, type SqliteDatabase } from "./driver.ts";
import { isBusy, sqliteCode, translateError } from "./translate-error.ts";

export interface SqliteRefreshLockOptions {
  /** The data folder; `refresh.lock` in it. Created when the lock is first asked for. */
  readonly folder: string;
  /** ISO time for the note that says since when the lock is held. */
  readonly now: () => string;
}

/**
 * Returns the lock of a data folder: an exclusive SQLite transaction, which the operating system ends with its process
 * however that dies (REF-06). Who holds it stands in a plain file beside it, so that asking never waits. Nothing else
 * may open `refresh.lock`: POSIX drops a process's locks on a file as soon as it closes any handle of it.
 */
export function openSqliteRefreshLock(options: SqliteRefreshLockOptions): RefreshLock {
  const path = join(options.folder, "refresh.lock");
  const notePath = `${path}.holder`;
  return {
    async acquire() {
      const database = await openLock(path);
      try {
        database.exec("BEGIN EXCLUSIVE");
      } catch (error) {
        database.close();
        if (isBusy(error)) return { heldBy: readNote(notePath) };
        throw translateError(path, error);
      }
      writeNote(notePath, `process ${process.pid} since ${options.now()}`);
      return heldLock(database, notePath);
    },
    async holder() {
      // Without a note nobody is asked: where no refresh ever ran there is no lock, and looking must not create one.
      if (!existsSync(notePath) || !existsSync(path)) return "free";
      return (await isHeld(path)) ? { heldBy: readNote(notePath) } : "free";
    },
  };
}

/**
 * A note may outlive a process that was killed. Reading tells: it takes a shared lock, which a holder refuses at once and
 * which a lock that is free grants for the moment of one read.
 */
async function isHeld(path: string): Promise<boolean> {
  const driver = await loadDriver();
  try {
    const database = driver.open(path, { readOnly: true, timeout: 0 });
    try {
      database.prepare("SELECT count(*) FROM sqlite_schema").get();
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    if (sqliteCode(error) === "foreign") throw error;
    // Busy says that it is held; a file that cannot even be read leaves the note as the best that is known.
    return true;
  }
}

function heldLock(database: SqliteDatabase, notePath: string): HeldLock {
  let held = true;
  return {
    async release() {
      if (!held) return;
      held = false;
      removeNote(notePath);
      database.exec("ROLLBACK");
      database.close();
    },
  };
}

async function openLock(path: string): Promise<SqliteDatabase> {
  prepareToWrite(path);
  moveForeign(path);
  const driver = await loadDriver();
  try {
    return driver.open(path, { readOnly: false, timeout: 0 });
  } catch (error) {
    throw translateError(path, error);
  }
}

/** A lock file never holds a byte. Whatever else stands in its place would block every refresh for good. */
function moveForeign(path: string): void {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.isFile() && found.size === 0)) return;
    renameSync(path, `${path}.foreign-${process.pid}`);
  } catch (error) {
    throw storeReadonly(path, error);
  }
}

function readNote(notePath: string): string {
  return tolerating(() => readFileSync(notePath, "utf8"), "another process");
}

function writeNote(notePath: string, note: string): void {
  const draft = `${notePath}.${process.pid}`;
  tolerating(() => {
    writeFileSync(draft, note);
    renameSync(draft, notePath);
  }, undefined);
}

function removeNote(notePath: string): void {
  tolerating(() => rmSync(notePath, { force: true }), undefined);
}

/** The note only helps a person: a full disk or a note that is missing for a moment must not get in the lock's way. */
function tolerating<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    // What the file system refuses carries a code; anything else is a bug.
    if (error instanceof Error && "code" in error) return otherwise;
    throw error;
  }
}
