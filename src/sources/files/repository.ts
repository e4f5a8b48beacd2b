import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { refusalOf } from "../open-regular-file.ts";

/** A git repository found on disk; git itself is not asked. */
export interface Repository {
  /** The folder that holds `.git`. */
  readonly workTree: string;
  /** Where `info/exclude` lies: shared by all worktrees of one repository. */
  readonly commonFolder: string;
}

/** Returns the repository whose `.git` lies in `folder`, a worktree's or submodule's `.git` file included, or `"none"`. */
export function repositoryAt(folder: string): Repository | "none" {
  const gitFolder = gitFolderOf(join(folder, ".git"));
  if (gitFolder === "none" || !existsSync(join(gitFolder, "HEAD"))) return "none";
  const common = readLine(join(gitFolder, "commondir"));
  return {
    workTree: folder,
    commonFolder: common === "" ? gitFolder : resolve(gitFolder, common),
  };
}

/** Returns the nearest repository at `folder` or above it. */
export function findRepository(folder: string): Repository | "none" {
  for (let current = folder; ; current = dirname(current)) {
    const found = repositoryAt(current);
    if (found !== "none" || current === dirname(current)) return found;
  }
}

/** Git asks the file system the same way when it sets `core.ignoreCase`: does its folder answer to another spelling? */
export function ignoresCase(repository: Repository | "none"): boolean {
  if (repository === "none") return process.platform === "darwin" || process.platform === "win32";
  return existsSync(join(repository.commonFolder, "hEaD"));
}

function gitFolderOf(path: string): string | "none" {
  try {
    if (statSync(path).isDirectory()) return path;
  } catch (error) {
    // Absent or closed to us: either way there are no rules to read.
    refusalOf(error);
    return "none";
  }
  const pointer = /^gitdir: (.+)$/.exec(readLine(path))?.[1];
  return pointer === undefined ? "none" : resolve(dirname(path), pointer);
}

/** The first line of a small file; empty when there is none. */
function readLine(path: string): string {
  try {
    return readFileSync(path, "utf8").split(/\r?\n/, 1)[0] ?? "";
  } catch (error) {
    refusalOf(error);
    return "";
  }
}
