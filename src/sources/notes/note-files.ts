import type { Dirent, Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { NoteFile, NoteRead, UnreadPlace } from "../../ports/note-source.ts";
import { reasonOfRead } from "../file-gap.ts";
import { systemCode } from "../open-regular-file.ts";
import { readStable } from "../read-stable.ts";

/** Larger files are no memory anybody reads; Claude Code leaves them out at the same size. */
export const MAX_NOTE_BYTES: number = 4 * 1024 * 1024;

/** What a walk over folders found, beside the folders themselves. */
export class Findings {
  readonly skipped: Record<string, number> = {};
  readonly unread: UnreadPlace[] = [];

  /** Counts something that is passed by. */
  skip(reason: string): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
  }

  /** Notes what cannot be looked at; what is not there is nothing to note. */
  fail(path: string, code: string): void {
    if (code !== "ENOENT" && code !== "ENOTDIR") this.unread.push({ path, reason: code });
  }
}

/** Returns what stands in a folder, or the system's code for why nobody can say. */
export async function childrenOf(folder: string): Promise<readonly Dirent[] | string> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    return systemCode(error);
  }
}

/** Returns the plain files of a folder whose names are wanted, sorted by path; links among them are counted and passed by. */
export async function listNoteFiles(
  folder: string,
  isWanted: (name: string) => boolean,
  found: Findings,
): Promise<readonly NoteFile[]> {
  const children = await childrenOf(folder);
  if (typeof children === "string") {
    found.fail(folder, children);
    return [];
  }
  const files: NoteFile[] = [];
  for (const child of children.filter(({ name }) => isWanted(name))) {
    const path = join(folder, child.name);
    if (child.isSymbolicLink()) found.skip("symbolic link");
    if (!child.isFile()) continue;
    const stats = await statsOf(path);
    if (typeof stats === "string") found.fail(path, stats);
    else files.push({ path, size: stats.size });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Reads a note file whole, as it is at one moment. */
export async function readNoteFile(path: string): Promise<NoteRead> {
  const read = readStable(path, MAX_NOTE_BYTES);
  if (read.status === "ok") {
    return { status: "ok", bytes: read.bytes, mtimeNs: read.fingerprint.mtimeNs };
  }
  if (read.status === "gone") return { status: "gone" };
  return { status: "failed", reason: reasonOfRead(read, MAX_NOTE_BYTES) };
}

/** Returns whether nothing is at a path. */
export async function isGone(path: string): Promise<boolean> {
  const stats = await statsOf(path);
  return stats === "ENOENT" || stats === "ENOTDIR";
}

/** Returns whether a link is at a path. */
export async function isLink(path: string): Promise<boolean> {
  const stats = await statsOf(path);
  return typeof stats !== "string" && stats.isSymbolicLink();
}

async function statsOf(path: string): Promise<Stats | string> {
  try {
    return await lstat(path);
  } catch (error) {
    return systemCode(error);
  }
}
