import { closeSync, fstatSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openRegularFile } from "../../open-regular-file.ts";

const MAX_SPILLED_BYTES = 16 * 1024 * 1024;
const SAVED_TO =
  /^\s*<persisted-output>\s*[^\n]*?(?:Full output|Tool result) saved to: ([^\n]+?\.txt)\s*(?:\n|<\/|$)/;

/**
 * Returns the whole output where a tool's result says that it was saved to a file; the text itself otherwise. Only the file's
 * name is taken from the text: what a transcript says must not make this program read elsewhere.
 */
export function withSpilledText(text: string, spillFolder: string | "none"): string {
  const name = SAVED_TO.exec(text)?.[1]?.split(/[\\/]/).at(-1);
  if (name === undefined || spillFolder === "none") return text;
  const spilled = readSpilled(join(spillFolder, name));
  return spilled === "unavailable" ? text : spilled;
}

/** Reads a spilled output of at most 16 MiB; `unavailable` for links, for larger ones and for those that are gone. */
export function readSpilled(path: string): string | "unavailable" {
  if (![dirname(path), dirname(dirname(path))].every(isFolder)) return "unavailable";
  const opened = openRegularFile(path);
  if (opened.status !== "ok") return "unavailable";
  try {
    if (fstatSync(opened.descriptor).size > MAX_SPILLED_BYTES) return "unavailable";
    return readFileSync(opened.descriptor, "utf8");
  } finally {
    closeSync(opened.descriptor);
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
