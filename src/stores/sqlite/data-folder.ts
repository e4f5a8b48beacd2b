import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { dataFolderUnusable, storeReadonly } from "../../errors.ts";
import { createFolder } from "./create-folder.ts";

/**
 * Makes the folder of a file that is about to be written. Refuses with `data_folder_unusable` when it cannot be made
 * and with `store_readonly` when it or the file may not be written: SQLite opens such a file for reading, and takes
 * an exclusive lock on it for a shared one, without a word.
 */
export function prepareToWrite(path: string): void {
  const folder = dirname(path);
  createFolder(folder);
  try {
    accessSync(folder, constants.W_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
  } catch (error) {
    throw storeReadonly(path, error);
  }
}

/** Size of a file in bytes, 0 when there is none. Refuses with `data_folder_unusable` when nobody can tell. */
export function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    // A file where the folder should be: the path leads nowhere, so nothing is there.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return 0;
    throw dataFolderUnusable(dirname(path), reasonOf(error), error);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
