import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Gap } from "../model/gap.ts";
import { findPagePathProblem } from "../model/page-path.ts";
import type { RenderedPage } from "../ports/renderer.ts";
import { systemCode } from "./system-code.ts";

export type CollectedPages =
  | {
      readonly status: "ok";
      readonly pages: readonly RenderedPage[];
      readonly gaps: readonly Gap[];
    }
  | { readonly status: "refused"; readonly problem: string };

/** All pages of one rendering are held in memory, so their sum is bounded. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/**
 * Reads the `.md` files below a staging folder, in code-unit order. Links are gaps and not followed; other files are ignored. A page
 * that cannot be read or whose path could not be written elsewhere refuses all: pages are taken as a set.
 */
export function collectPages(
  staging: string,
  maxTotalBytes: number = MAX_TOTAL_BYTES,
): CollectedPages {
  const found: Found = { paths: [], gaps: [] };
  let at = "";
  try {
    const pending = [""];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      at = folder;
      pending.push(...listFolder(staging, folder, found));
    }
    const pages: RenderedPage[] = [];
    let totalBytes = 0;
    for (const path of found.paths.sort()) {
      at = path;
      const problem = findPagePathProblem(path);
      if (problem !== "none")
        return refused(`its page ${JSON.stringify(path)} is refused: ${problem}`);
      totalBytes += statSync(join(staging, path)).size;
      if (totalBytes > maxTotalBytes) {
        return refused(`its pages exceed ${maxTotalBytes} bytes in all`);
      }
      pages.push({ path, bytes: readFileSync(join(staging, path)) });
    }
    return { status: "ok", pages, gaps: found.gaps.sort(bySubject) };
  } catch (error) {
    const what = at === "" ? "its staging folder" : JSON.stringify(at);
    return refused(`${what} cannot be read (${systemCode(error)})`);
  }
}

interface Found {
  readonly paths: string[];
  readonly gaps: Gap[];
}

/** Notes the pages and links of one folder and returns the folders below it. */
function listFolder(staging: string, folder: string, found: Found): readonly string[] {
  const folders: string[] = [];
  for (const entry of readdirSync(join(staging, folder), { withFileTypes: true })) {
    const path = folder + entry.name;
    if (entry.isDirectory()) folders.push(`${path}/`);
    else if (entry.isSymbolicLink()) found.gaps.push({ code: "link_not_followed", subject: path });
    else if (isPage(entry)) found.paths.push(path);
  }
  return folders;
}

function refused(problem: string): CollectedPages {
  return { status: "refused", problem };
}

function isPage(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith(".md");
}

function bySubject(a: Gap, b: Gap): number {
  return (a.subject ?? "") < (b.subject ?? "") ? -1 : 1;
}
