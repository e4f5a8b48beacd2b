import { lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../open-regular-file.ts";
import {
  holdsVersion,
  MANIFEST,
  MANIFEST_DRAFT,
  type PageManifest,
  readManifest,
} from "./page-manifest.ts";
import { type FolderEntry, walkFolder } from "./walk-folder.ts";

const OWN_FILES: ReadonlySet<string> = new Set([MANIFEST, MANIFEST_DRAFT]);

/**
 * Moves what this program did not write from the pages folder that is about to go, `from`, to the new one, `to`: files its
 * manifest does not list, pages somebody edited that are rendered no more, links and whatever else. Each keeps its place; where a
 * page has it, `.kept` is added to its name. An edited page that is rendered again stays behind: that edit is undone.
 */
export function moveForeignFiles(from: string, to: string, next: PageManifest): void {
  const written = readManifest(from);
  for (const entry of walkFolder(from, rethrow).entries) {
    const { path } = entry;
    if (OWN_FILES.has(path) || isOwn(from, entry, written, next)) continue;
    if (entry.isFile && holdsVersion(from, path, next.get(path))) unlinkSync(join(from, path));
    else moveTo(join(from, path), join(to, findFreePlace(to, path)));
  }
}

function isOwn(
  folder: string,
  { path, isFile }: FolderEntry,
  written: PageManifest | "none",
  next: PageManifest,
): boolean {
  const version = written === "none" ? undefined : written.get(path);
  if (!isFile || version === undefined) return false;
  return next.has(path) || holdsVersion(folder, path, version);
}

function moveTo(path: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  renameSync(path, place);
}

function findFreePlace(folder: string, path: string): string {
  const parts = path.split("/");
  return parts.reduce((above, part, index) => {
    let place = join(above, part);
    while (isTaken(join(folder, place), index === parts.length - 1)) place += ".kept";
    return place;
  }, "");
}

/** A folder on the way may be there already, if it is a real one. */
function isTaken(path: string, isLast: boolean): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (isLast || !stats.isDirectory());
}

/**
 * Deletes the pages that a folder's manifest lists, the manifest last, and the folders that are then empty. Returns whether the
 * folder is gone: it is not when it holds anything else.
 */
export function removeWritten(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return true;
  const written = readManifest(folder);
  const { entries, folders } = walkFolder(folder, rethrow);
  for (const { path, isFile } of entries) {
    if (isFile && written !== "none" && written.has(path)) unlinkSync(join(folder, path));
  }
  for (const path of [...folders].reverse()) removeIfEmpty(join(folder, path));
  const left = walkFolder(folder, rethrow);
  const isForeign = left.entries.some(({ path }) => !OWN_FILES.has(path));
  if (isForeign || left.folders.length > 0) return false;
  for (const { path } of left.entries) unlinkSync(join(folder, path));
  rmdirSync(folder);
  return true;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}

function rethrow(error: unknown): never {
  throw error;
}
