import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemCode } from "./system-code.ts";

/** A repository with all its worktrees, read from disk; git itself is not asked. */
export interface Worktrees {
  /** The folder that every worktree shares: `.git` of the main one, or a bare repository. */
  readonly commonFolder: string;
  /** The worktree that holds `.git` itself; `none` for a bare repository. */
  readonly main: string | "none";
  /** Every worktree that is still there, the main one first. */
  readonly all: readonly string[];
}

/**
 * Returns the repository whose root `folder` is, with its worktrees, or `"none"`. A submodule is a repository of its own. A
 * linked worktree counts only if both sides name each other: a `.git` file alone cannot join somebody else's project.
 */
export function findWorktrees(folder: string): Worktrees | "none" {
  const own = gitFolderOf(folder);
  if (own === "none" || !existsSync(join(own, "HEAD"))) return "none";
  const common = readLine(join(own, "commondir"));
  const commonFolder = common === "" ? own : resolve(own, common);
  if (common !== "" && worktreeOf(own) !== folder) return "none";
  const main = basename(commonFolder) === ".git" ? dirname(commonFolder) : "none";
  const linked = listFolder(join(commonFolder, "worktrees"))
    .map((name) => worktreeOf(join(commonFolder, "worktrees", name)))
    .filter((worktree) => worktree !== "none");
  // The common folder of a submodule is no `.git` folder either; its work tree is the folder itself.
  const first = main === "none" && common === "" ? [folder] : main === "none" ? [] : [main];
  return { commonFolder, main: first[0] ?? "none", all: [...new Set([...first, ...linked])] };
}

/** The worktree that an administrative folder of git belongs to, if it is there and says the same. */
function worktreeOf(administrative: string): string | "none" {
  const pointer = readLine(join(administrative, "gitdir"));
  if (pointer === "") return "none";
  const worktree = dirname(resolve(administrative, pointer));
  return gitFolderOf(worktree) === administrative ? worktree : "none";
}

function gitFolderOf(folder: string): string | "none" {
  const path = join(folder, ".git");
  try {
    if (statSync(path).isDirectory()) return path;
  } catch (error) {
    systemCode(error);
    return "none";
  }
  const pointer = /^gitdir: (.+)$/.exec(readLine(path))?.[1];
  return pointer === undefined ? "none" : resolve(folder, pointer);
}

function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    systemCode(error);
    return [];
  }
}

/** The first line of a small file; empty when there is none. */
function readLine(path: string): string {
  try {
    return readFileSync(path, "utf8").split(/\r?\n/, 1)[0] ?? "";
  } catch (error) {
    systemCode(error);
    return "";
  }
}
