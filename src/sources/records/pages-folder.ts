import { lstatSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dataFolderUnusable, EngineError, pathRefused, storeFull } from "../../errors.ts";
import { findPagePathProblem } from "../../model/page-path.ts";
import type { RenderedPage } from "../../ports/renderer.ts";
import { systemCode } from "../open-regular-file.ts";
import { moveForeignFiles, removeWritten } from "./foreign-files.ts";
import { manifestOf, type PageManifest, readManifest, writeManifest } from "./page-manifest.ts";
import { walkFolder } from "./walk-folder.ts";

/**
 * Returns the pages this program wrote into a pages folder and that are still there, edited or not, in code-unit order. Links are
 * not followed, what cannot be listed is not there, and files of anybody else are no pages.
 */
export function listPages(folder: string): readonly string[] {
  if (kindAt(folder) !== "folder") return [];
  const written = readManifest(folder);
  if (written === "none") return [];
  return walkFolder(folder, systemCode)
    .entries.filter(({ path, isFile }) => isFile && written.has(path))
    .map(({ path }) => path);
}

/**
 * Replaces a pages folder as a set: the new pages are written beside it and take its name in one rename, so that a reader sees
 * all old pages or all new ones. Only what this program wrote is ever deleted: a manifest in the folder lists it, and anything else
 * moves to the new folder. Refuses with `path_refused` where a link or somebody's files stand in the way. The caller holds the
 * refresh lock.
 */
export function replacePages(folder: string, pages: readonly RenderedPage[]): void {
  for (const { path } of pages) {
    const problem = findPagePathProblem(path);
    if (problem !== "none") throw pathRefused(path, problem);
  }
  try {
    replace(folder, pages);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const code = systemCode(error);
    throw code === "ENOSPC" ? storeFull(folder, error) : dataFolderUnusable(folder, code, error);
  }
}

function replace(folder: string, pages: readonly RenderedPage[]): void {
  const staged = `${folder}.staged`;
  const replaced = `${folder}.replaced`;
  for (const place of [folder, staged, replaced]) {
    if (kindAt(place) === "other") throw pathRefused(place, "pages lie in a folder, never a link");
  }
  mkdirSync(dirname(folder), { recursive: true });
  finishKilledRun(folder, staged, replaced);
  const next = manifestOf(pages);
  try {
    stage(staged, pages, next);
    swap(folder, staged, replaced);
  } finally {
    removeWritten(staged);
  }
  clearReplaced(folder, replaced, next);
}

/** A run that was killed may have left either folder. What it had not yet moved back is moved now. */
function finishKilledRun(folder: string, staged: string, replaced: string): void {
  if (kindAt(replaced) === "folder" && readManifest(replaced) !== "none") {
    if (kindAt(folder) === "absent") renameSync(replaced, folder);
    else {
      const current = readManifest(folder);
      moveForeignFiles(replaced, folder, current === "none" ? new Map() : current);
    }
  }
  for (const place of [staged, replaced]) {
    if (!removeWritten(place)) {
      throw pathRefused(place, "it holds files that exhibit did not write; move them elsewhere");
    }
  }
}

/** The manifest goes first: whatever of the rest is there when the process ends can be told from other files. */
function stage(staged: string, pages: readonly RenderedPage[], next: PageManifest): void {
  mkdirSync(staged);
  writeManifest(staged, next);
  for (const page of pages) {
    const path = join(staged, page.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, page.bytes);
  }
}

function swap(folder: string, staged: string, replaced: string): void {
  if (kindAt(folder) === "absent") {
    renameSync(staged, folder);
    return;
  }
  // Marked as seen, so that a run that is killed after the next line leaves a folder the next run knows.
  if (readManifest(folder) === "none") writeManifest(folder, new Map());
  renameSync(folder, replaced);
  try {
    renameSync(staged, folder);
  } catch (error) {
    renameSync(replaced, folder);
    throw error;
  }
}

function clearReplaced(folder: string, replaced: string, next: PageManifest): void {
  if (kindAt(replaced) === "absent") return;
  moveForeignFiles(replaced, folder, next);
  removeWritten(replaced);
}

function kindAt(path: string): "absent" | "folder" | "other" {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  return stats.isDirectory() ? "folder" : "other";
}
