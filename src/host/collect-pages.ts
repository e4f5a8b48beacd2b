import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Gap } from "../model/gap.ts";
import type { RenderedPage } from "../ports/renderer.ts";

export type CollectedPages =
  | {
      readonly status: "ok";
      readonly pages: readonly RenderedPage[];
      readonly gaps: readonly Gap[];
    }
  | { readonly status: "refused"; readonly problem: string };

/** All pages of one rendering are held in memory, so their sum is bounded. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** Reads the `.md` files below a staging folder, in code-unit order. Links are gaps and not followed; other files are ignored. */
export function collectPages(
  staging: string,
  maxTotalBytes: number = MAX_TOTAL_BYTES,
): CollectedPages {
  const gaps: Gap[] = [];
  const paths: string[] = [];
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(join(staging, folder), { withFileTypes: true })) {
      const path = folder + entry.name;
      if (entry.isDirectory()) pending.push(`${path}/`);
      else if (entry.isSymbolicLink()) gaps.push({ code: "link_not_followed", subject: path });
      else if (isPage(entry)) paths.push(path);
    }
  }
  const pages: RenderedPage[] = [];
  let totalBytes = 0;
  for (const path of paths.sort()) {
    totalBytes += statSync(join(staging, path)).size;
    if (totalBytes > maxTotalBytes) {
      return { status: "refused", problem: `its pages exceed ${maxTotalBytes} bytes in all` };
    }
    pages.push({ path, bytes: readFileSync(join(staging, path)) });
  }
  return { status: "ok", pages, gaps: gaps.sort(bySubject) };
}

function isPage(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith(".md");
}

function bySubject(a: Gap, b: Gap): number {
  return (a.subject ?? "") < (b.subject ?? "") ? -1 : 1;
}
