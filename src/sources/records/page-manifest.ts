import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RenderedPage } from "../../ports/renderer.ts";
import { readStable } from "../read-stable.ts";
import { versionOf } from "./version-of.ts";

/** Which pages of a folder this program wrote: path → sha256 of what it wrote. */
export type PageManifest = ReadonlyMap<string, string>;

/** Lies in the pages folder, so that folder and manifest take their place in one rename. */
export const MANIFEST = ".exhibit-pages.json";
/** Half a manifest, should the process end while it is written. */
export const MANIFEST_DRAFT: string = `${MANIFEST}.new`;

/** A renderer may write this much in all, so no page and no list of them is longer. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Returns what a manifest says once these pages are written. */
export function manifestOf(pages: readonly RenderedPage[]): PageManifest {
  return new Map(pages.map(({ path, bytes }) => [path, versionOf(bytes)]));
}

/** Reads the manifest of a pages folder. `"none"` when there is none that can be read: then no file in it is known as ours. */
export function readManifest(folder: string): PageManifest | "none" {
  const file = readStable(join(folder, MANIFEST), MAX_BYTES);
  if (file.status !== "ok") return "none";
  try {
    const value: unknown = JSON.parse(Buffer.from(file.bytes).toString("utf8"));
    const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
    return new Map(entries.filter((entry) => typeof entry[1] === "string"));
  } catch (error) {
    // A manifest somebody damaged vouches for nothing; anything else is a bug.
    if (error instanceof SyntaxError) return "none";
    throw error;
  }
}

/** Writes the manifest of a pages folder whole or not at all. */
export function writeManifest(folder: string, manifest: PageManifest): void {
  const draft = join(folder, MANIFEST_DRAFT);
  writeFileSync(draft, `${JSON.stringify(Object.fromEntries(manifest), null, 1)}\n`);
  renameSync(draft, join(folder, MANIFEST));
}

/** Returns whether the plain file at `path` has the bytes of `version`. */
export function holdsVersion(folder: string, path: string, version: string | undefined): boolean {
  const file = readStable(join(folder, path), MAX_BYTES);
  return file.status === "ok" && versionOf(file.bytes) === version;
}
