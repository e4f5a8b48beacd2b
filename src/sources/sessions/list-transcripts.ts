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
 * is reached. A root that cannot be listed is a refusal (`source_unavailable`), and so is a folder below it: a listing that
 * lacks files in silence would look like files that were deleted.
 */
export async function listTranscripts(
  search: TranscriptSearch,
): Promise<readonly TranscriptFile[]> {
  const { agent, root, isTranscript, isEntered = () => true } = search;
  const paths: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const prefix = folder === "" ? "" : `${folder}/`;
    const children = await childrenOf(agent, join(root, folder));
    const pathsOf = (kind: "isDirectory" | "isFile"): readonly string[] =>
      children.filter((child) => child[kind]()).map((child) => `${prefix}${child.name}`);
    folders.push(...pathsOf("isDirectory").filter(isEntered));
    paths.push(...pathsOf("isFile").filter(isTranscript));
  }
  const found = await Promise.all(paths.sort().map((path) => transcriptAt(join(root, path))));
  return found.filter((file) => file !== "gone");
}

async function childrenOf(agent: string, folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw sourceUnavailable(agent, folder, codeOf(error), error);
  }
}

async function transcriptAt(path: string): Promise<TranscriptFile | "gone"> {
  try {
    const { size, mtimeNs } = await lstat(path, { bigint: true });
    return { path, size: Number(size), mtimeNs };
  } catch (error) {
    // Agents sweep old transcripts; one that went between listing and looking is as good as not listed.
    if (codeOf(error) === "ENOENT") return "gone";
    throw error;
  }
}

/** Returns the system's code of a failure, such as `ENOENT`; what is no failure of the system passes on. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  throw error;
}
