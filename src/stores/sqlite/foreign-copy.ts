import { constants, lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile, mkdtemp, open, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sourceUnavailable } from "../../errors.ts";

/** Another program's file and how long to wait for it. */
export interface ForeignFile {
  readonly source: string;
  readonly path: string;
  readonly waitMs: number;
}

/** How a database keeps what is not in its main file yet, and whether anything is there now. */
export type ForeignLog = "rollback" | "wal_empty" | "wal_live";

/** A copy that is read in the place of the original. */
export interface ForeignCopy {
  readonly path: string;
  remove(): void;
}

const MAGIC = "SQLite format 3\0";
/** https://www.sqlite.org/fileformat2.html, 1.3: the file format's read version, 2 for a write-ahead log. */
const READ_VERSION_BYTE = 19;
const PREFIX = "exhibit-foreign-";
/** No import takes a day; what is older is left from a process that was killed outright. */
const ABANDONED_MS = 24 * 3_600_000;
const RETRY_MS = 50;

/** Reads from a file's header which log it has. Refuses with `source_unavailable` when it is no database or cannot be read. */
export async function readLogKind(file: ForeignFile): Promise<ForeignLog> {
  const header = await readHeader(file);
  if (header.length > 0 && header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw refuse(file, "it is no SQLite database, or damaged from its first bytes on");
  }
  if (header[READ_VERSION_BYTE] !== 2) return "rollback";
  return sizeOf(`${file.path}-wal`) > 0 ? "wal_live" : "wal_empty";
}

/**
 * Copies a database with its log (`-wal` or `-journal`) into a private folder. A write-ahead log may grow meanwhile: it is copied
 * last, its frames are only appended, and SQLite drops an unfinished one. Only when the main file itself changed, because its
 * owner moved the log into it, is the copy made again, for `waitMs` at most.
 */
export async function copyForeign(file: ForeignFile, log: string): Promise<ForeignCopy> {
  const folder = await makeFolder(file);
  const remove = (): void => removeFolder(folder);
  const path = join(folder, "copy.db");
  const deadline = performance.now() + file.waitMs;
  try {
    for (;;) {
      const before = stampOf(file.path);
      await copyFile(file.path, path, constants.COPYFILE_FICLONE);
      await copyLog(`${file.path}${log}`, `${path}${log}`);
      if (stampOf(file.path) === before) return { path, remove };
      if (performance.now() > deadline) throw refuse(file, "its owner is writing to it");
      await wait(RETRY_MS);
    }
  } catch (error) {
    remove();
    if (isSystemError(error)) throw refuse(file, `it cannot be copied (${error.code})`, error);
    throw error;
  }
}

/** Returns what changes whenever a file is written to. */
export function stampOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "gone" : `${stats.ino}/${stats.size}/${stats.mtimeNs}`;
}

/** Returns the refusal of a file of another program; `problem` is a clause. */
export function refuse({ source, path }: ForeignFile, problem: string, cause?: unknown): Error {
  return sourceUnavailable(source, path, problem, cause);
}

async function readHeader(file: ForeignFile): Promise<Buffer> {
  try {
    const handle = await open(file.path, "r");
    try {
      if (!(await handle.stat()).isFile()) throw refuse(file, "it is no file");
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isSystemError(error)) throw refuse(file, `it cannot be read (${error.code})`, error);
    throw error;
  }
}

/** A log that went between looking and copying was moved into the main file, whose stamp tells. */
async function copyLog(from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  if (sizeOf(from) === 0) return;
  try {
    await copyFile(from, to);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
  }
}

async function makeFolder(file: ForeignFile): Promise<string> {
  try {
    const parent = await realpath(tmpdir());
    for (const name of readdirSync(parent)) removeAbandoned(join(parent, name), name);
    return await mkdtemp(join(parent, PREFIX));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw refuse(file, `no folder for a copy of it can be made (${error.code})`, error);
  }
}

function removeAbandoned(path: string, name: string): void {
  if (!name.startsWith(PREFIX)) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
  if (isOurs && Date.now() - stats.mtimeMs > ABANDONED_MS) removeFolder(path);
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // Where an open file cannot be deleted it stays until the process ends; a later run sweeps it.
    if (!isSystemError(error)) throw error;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}
