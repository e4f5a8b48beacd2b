import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { workspaceMissing } from "../errors.ts";
import { systemCode } from "./system-code.ts";

/** What marks a workspace's root: its own data folder, or a version control root. */
const MARKERS = [".exhibit", ".git", ".hg", ".svn", ".jj"];

/**
 * Returns the absolute path of the workspace: the named folder itself; else `from` or the closest folder above it with
 * one of the markers; else `from`.
 */
export function findWorkspace(named: string | undefined, from: string): string {
  if (named !== undefined) {
    const path = resolve(from, named);
    if (!isFolder(path)) throw workspaceMissing(named);
    return path;
  }
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (MARKERS.some((marker) => existsSync(join(folder, marker)))) return folder;
    if (dirname(folder) === folder) return resolve(from);
  }
}

/** A closed parent, a loop of links or a name too long leads to no folder either. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    systemCode(error);
    return false;
  }
}
