import { createHash, randomUUID } from "node:crypto";
import { linkSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { dataFolderUnusable } from "../errors.ts";
import { scopeUnresolved } from "../errors-of-entries.ts";
import type { Project } from "../model/project.ts";
import { findWorktrees } from "./git-worktrees.ts";
import { systemCode } from "./system-code.ts";

/** Where a project keeps its things. */
export interface ProjectFolders {
  /** The workspace, links resolved. */
  readonly workspace: string;
  /** Content of this worktree. */
  readonly dataFolder: string;
  /** Sessions, memory and captures: the main worktree's data folder, which all worktrees of a repository share. */
  readonly sharedFolder: string;
  /** The file in the shared folder that says which project it is. */
  readonly projectFile: string;
  /** Folders whose records belong to the project. */
  readonly roots: readonly string[];
}

const PROJECT_FILE = "project.json";

/**
 * Finds the folders of a workspace's project. The one place that decides it, for reading and for writing: a subfolder, a link
 * to it or another worktree can never land elsewhere (SCO-11). `dataFolder` and `home` are what the caller and `EXHIBIT_HOME`
 * chose, or empty.
 */
export function findProjectFolders(given: {
  readonly workspace: string;
  readonly dataFolder: string;
  readonly home: string;
}): ProjectFolders {
  const { workspace } = given;
  const real = resolveLinks(workspace);
  const worktrees = findWorktrees(real);
  const main = worktrees === "none" || worktrees.main === "none" ? real : worktrees.main;
  const dataFolder = chooseFolder(given, workspace, real);
  const roots = [real, workspace, ...(worktrees === "none" ? [] : worktrees.all)];
  // A data folder chosen by the caller is the whole project's.
  const sharedFolder = main === real ? dataFolder : chooseFolder(given, main, main);
  return {
    workspace,
    dataFolder,
    sharedFolder,
    projectFile: join(sharedFolder, PROJECT_FILE),
    roots: [...new Set([...roots, ...roots.map(resolveLinks)])],
  };
}

/**
 * `EXHIBIT_HOME` holds one folder for each workspace, so that no two projects ever share a database (SCO-01). Its name comes
 * from the real folder: a link to it means the same project.
 */
function chooseFolder(
  given: { readonly dataFolder: string; readonly home: string },
  folder: string,
  real: string,
): string {
  if (given.dataFolder !== "") return resolve(given.dataFolder);
  if (given.home === "") return join(folder, ".exhibit");
  const key = createHash("sha256").update(real).digest("hex").slice(0, 16);
  return join(resolve(given.home), `${basename(real)}-${key}`);
}

/**
 * Returns the project of a shared folder; `none` before anything was kept in it. A file that cannot be read, or is not what this
 * program wrote, leaves the scope unresolved: that is a refusal, never an answer without a filter (SCO-04).
 */
export function readProject(folders: ProjectFolders): Project | "none" {
  const path = folders.projectFile;
  const text = readIfThere(path);
  if (text === "absent") return "none";
  return { id: parseId(path, text), name: nameOf(folders), roots: folders.roots };
}

/** Returns the project of a shared folder that exists, and gives it an identity if it has none. */
export function establishProject(folders: ProjectFolders): Project {
  const known = readProject(folders);
  if (known !== "none") return known;
  keepIdentity(folders.sharedFolder, randomUUID());
  const written = readProject(folders);
  if (written !== "none") return written;
  throw scopeUnresolved(join(folders.sharedFolder, PROJECT_FILE), "it vanished while it was read.");
}

/** Of several processes that begin at once, one names the project and the others read the whole of what it wrote. */
function keepIdentity(folder: string, id: string): void {
  const draft = join(folder, `${PROJECT_FILE}.${process.pid}`);
  try {
    writeFileSync(draft, `${JSON.stringify({ id })}\n`);
    // Unlike a rename, a link never takes the place of a file that is there.
    linkSync(draft, join(folder, PROJECT_FILE));
  } catch (error) {
    if (systemCode(error) === "EEXIST") return;
    const problem = error instanceof Error ? error.message : String(error);
    throw dataFolderUnusable(folder, problem, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function nameOf({ sharedFolder, workspace }: ProjectFolders): string {
  return basename(basename(sharedFolder) === ".exhibit" ? dirname(sharedFolder) : workspace);
}

function parseId(path: string, text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && "id" in parsed) {
      const { id } = parsed;
      if (typeof id === "string" && /^[0-9a-f-]{36}$/.test(id)) return id;
    }
  } catch (error) {
    throw scopeUnresolved(
      path,
      "it is damaged. Restore it, or set it and the stores aside.",
      error,
    );
  }
  throw scopeUnresolved(
    path,
    "it holds no project id. Restore it, or set it and the stores aside.",
  );
}

function readIfThere(path: string): string | "absent" {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return "absent";
    throw scopeUnresolved(path, `it cannot be read (${code}).`, error);
  }
}

/** A path that leads nowhere stays as it is written. */
function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    systemCode(error);
    return path;
  }
}
