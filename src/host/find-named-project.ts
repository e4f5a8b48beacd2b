import { readdirSync, statSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { projectUnknown } from "../errors-of-entries.ts";
import { nearestWord } from "../model/nearest-word.ts";
import { systemCode } from "./system-code.ts";

/** Where names of projects come from. */
export interface ProjectNames {
  /** The workspace whose configuration was read: its paths are relative to it. */
  readonly workspace: string;
  /** `projects` of the configuration: name → folder. */
  readonly projects: Readonly<Record<string, string>>;
}

/**
 * Returns the folder of the project somebody named: by a name of the configuration, or by a path, which has a separator or is
 * `.` or `..`. A plain word is never looked for as a folder: a slip would open whatever happens to be there. Refuses with
 * `project_unknown`.
 */
export function findNamedProject(name: string, { workspace, projects }: ProjectNames): string {
  const configured = Object.hasOwn(projects, name) ? projects[name] : undefined;
  const path = configured ?? (isPath(name) ? name : undefined);
  if (path === undefined) {
    const near = nearestWord(name, Object.keys(projects));
    throw projectUnknown(name, near === "none" ? "" : near);
  }
  const folder = resolve(configured === undefined ? process.cwd() : workspace, path);
  if (!isReadableFolder(folder)) throw projectUnknown(name, "");
  return folder;
}

function isPath(name: string): boolean {
  return (
    name === "." || name === ".." || isAbsolute(name) || name.includes("/") || name.includes(sep)
  );
}

function isReadableFolder(path: string): boolean {
  try {
    if (!statSync(path).isDirectory()) return false;
    readdirSync(path);
    return true;
  } catch (error) {
    systemCode(error);
    return false;
  }
}
