import { type Dirent, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathRefused } from "../../errors.ts";
import type { RenderedPage } from "../../ports/renderer.ts";
import { systemCode } from "../open-regular-file.ts";

/** Returns the Markdown files below a pages folder, relative to it, in code-unit order. Links are not followed; no folder, no pages. */
export function listPages(folder: string): readonly string[] {
  const paths: string[] = [];
  const pending = [""];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of listFolder(join(folder, at))) {
      if (entry.isDirectory()) pending.push(`${at}${entry.name}/`);
      else if (entry.isFile() && entry.name.endsWith(".md")) paths.push(at + entry.name);
    }
  }
  return paths.sort();
}

function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

/**
 * Replaces a pages folder as a set: the new pages are written beside it and take its name in one rename, so that a reader
 * sees all old pages or all new ones. Nothing else in the folder's parent is touched. The caller holds the refresh lock.
 */
export function replacePages(folder: string, pages: readonly RenderedPage[]): void {
  for (const page of pages) assertInside(page.path);
  const staged = `${folder}.staged`;
  const replaced = `${folder}.replaced`;
  mkdirSync(dirname(folder), { recursive: true });
  // What a run that was killed left behind.
  rmSync(staged, { recursive: true, force: true });
  rmSync(replaced, { recursive: true, force: true });
  try {
    mkdirSync(staged);
    for (const page of pages) {
      const path = join(staged, page.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, page.bytes);
    }
    swap(folder, staged, replaced);
  } finally {
    rmSync(staged, { recursive: true, force: true });
    rmSync(replaced, { recursive: true, force: true });
  }
}

function swap(folder: string, staged: string, replaced: string): void {
  try {
    renameSync(folder, replaced);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    renameSync(staged, folder);
    return;
  }
  try {
    renameSync(staged, folder);
  } catch (error) {
    renameSync(replaced, folder);
    throw error;
  }
}

/** Refuses a page path that is not a plain relative one. */
export function assertInside(path: string): void {
  const parts = path.split(/[/\\]/);
  const isPlain = parts.every((part) => part !== "" && part !== "." && part !== "..");
  if (!isPlain || path.includes("\0") || basename(path) === "") {
    throw pathRefused(path, "a page lies below the pages folder");
  }
}
