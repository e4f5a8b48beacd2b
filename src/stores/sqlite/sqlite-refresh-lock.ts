import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolderUnusable } from "../../errors.ts";
import type { HeldLock, RefreshLock } from "../../ports/refresh-lock.ts";
import { loadDriver, type SqliteDatabase } from "./driver.ts";
import { isBusy, translateError } from "./translate-error.ts";

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
      const database = await openLock(options.folder, path);
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
  };
}

function heldLock(database: SqliteDatabase, notePath: string): HeldLock {
  let held = true;
  return {
    async release() {
      if (!held) return;
      held = false;
      rmSync(notePath, { force: true });
      database.exec("ROLLBACK");
      database.close();
    },
  };
}

async function openLock(folder: string, path: string): Promise<SqliteDatabase> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw dataFolderUnusable(folder, error instanceof Error ? error.message : "", error);
  }
  const driver = await loadDriver();
  try {
    return driver.open(path, { readOnly: false, timeout: 0 });
  } catch (error) {
    throw translateError(path, error);
  }
}

/** A note may be missing for a moment, or be of a holder that died; it only ever helps a person. */
function readNote(notePath: string): string {
  try {
    return readFileSync(notePath, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return "another process";
    throw error;
  }
}

function writeNote(notePath: string, note: string): void {
  const draft = `${notePath}.${process.pid}`;
  writeFileSync(draft, note);
  renameSync(draft, notePath);
}
