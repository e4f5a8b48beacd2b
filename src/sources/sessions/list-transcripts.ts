import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sourceUnavailable } from "../../errors.ts";
import type { TranscriptFile } from "../../ports/transcript-reader.ts";

/** Which files below a root are transcripts. */
export interface TranscriptSearch {
  /** For messages. */
  readonly agent: string;
  /** Absolute. */
  readonly root: string;
  /** `path` is relative to the root, with `/`. */
  readonly isTranscript: (path: string) => boolean;
  /** Folders that are not entered, by relative path; all are when left out. */
  readonly isEntered?: (path: string) => boolean;
}

/**
 * Lists regular files below a root that are transcripts, sorted by path. Links are not followed, so nothing outside the root
 * is reached. A root that cannot be listed is a refusal (`source_unavailable`). A folder below it that cannot stands in the list
 * with the reason: one that were left out in silence would look like files that were deleted.
 */
export async function listTranscripts(
  search: TranscriptSearch,
): Promise<readonly TranscriptFile[]> {
  const { agent, root, isTranscript, isEntered = () => true } = search;
  const paths: string[] = [];
  const unreadable: TranscriptFile[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const prefix = folder === "" ? "" : `${folder}/`;
    const children = await childrenOf(join(root, folder));
    if ("code" in children) {
      if (folder === "") throw sourceUnavailable(agent, root, children.code, children.cause);
      if (!isGone(children.code)) unreadable.push(unreadableAt(join(root, folder), children.code));
      continue;
    }
    const pathsOf = (kind: "isDirectory" | "isFile"): readonly string[] =>
      children.filter((child) => child[kind]()).map((child) => `${prefix}${child.name}`);
    folders.push(...pathsOf("isDirectory").filter(isEntered));
    paths.push(...pathsOf("isFile").filter(isTranscript));
  }
  const found = await Promise.all(paths.sort().map((path) => transcriptAt(join(root, path))));
  const files = found.filter((file) => file !== "gone");
  if (unreadable.length === 0) return files;
  return [...files, ...unreadable].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A folder that cannot be listed, and why. */
interface Unlisted {
  readonly code: string;
  readonly cause: unknown;
}

async function childrenOf(folder: string): Promise<readonly Dirent[] | Unlisted> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    return { code: codeOf(error), cause: error };
  }
}

/** Agents sweep old transcripts: what went between listing and looking is as good as not listed. */
function isGone(code: string): boolean {
  return code === "ENOENT" || code === "ENOTDIR";
}

function unreadableAt(path: string, reason: string): TranscriptFile {
  return { path, size: 0, mtimeNs: 0n, unreadable: reason };
}

async function transcriptAt(path: string): Promise<TranscriptFile | "gone"> {
  try {
    const { size, mtimeNs } = await lstat(path, { bigint: true });
    return { path, size: Number(size), mtimeNs };
  } catch (error) {
    const code = codeOf(error);
    return isGone(code) ? "gone" : unreadableAt(path, code);
  }
}

/** Returns the system's code of a failure, such as `ENOENT`; what is no failure of the system passes on. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  throw error;
}
