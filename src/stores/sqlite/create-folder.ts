import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { dataFolderUnusable } from "../../errors.ts";

/**
 * Creates a folder and those above it that are missing. Refuses with `data_folder_unusable`. One level at a time:
 * Node's own recursive form never returns below a file system that refuses new folders as absent (`/proc`).
 */
export function createFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const path of missing) createOne(path);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw dataFolderUnusable(folder, problem, error);
  }
}

function createOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process that starts at the same time may have been first.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
