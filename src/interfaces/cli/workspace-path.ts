import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseArtifactRef } from "../../model/artifact-ref.ts";
import { splitReference } from "../../model/citation-text.ts";

/** The folders that paths are told apart by; all absolute. */
export interface Places {
  readonly cwd: string;
  readonly workspace: string;
  readonly dataFolder: string;
}

/**
 * Returns a path of the workspace as seen from the working directory, or absolute where that is shorter. The reference of an
 * entry, which has no path here, stays as `open` takes it.
 */
export function showPath(places: Places, path: string): string {
  if (path.startsWith("artifact://")) return path;
  const absolute = isAbsolute(path) ? path : join(places.workspace, path);
  const seen = relative(places.cwd, absolute);
  if (seen === "") return ".";
  return seen.startsWith("..") && absolute.length < seen.length ? absolute : seen;
}

/** Returns the path of an artifact's file, seen likewise: a record's is its rendered page. */
export function showArtifact(places: Places, artifact: string): string {
  const parsed = parseArtifactRef(artifact);
  if (parsed === "malformed") return artifact;
  const pages = relative(places.workspace, pagesFolder(places));
  return showPath(places, parsed.source === "records" ? join(pages, parsed.path) : parsed.path);
}

/**
 * Returns a reference as the engine takes it. A path may be written as the working directory sees it, which is how
 * answers show paths, or as the workspace does, which is how `--json` has them; the one that exists wins, and the
 * working directory's where both or neither do. References with `artifact://` stay as they are.
 */
export function toReference(places: Places, text: string): string {
  if (text.startsWith("artifact://")) return text;
  const split = splitReference(text);
  // The engine refuses it by name.
  if (split === "malformed" || text === "") return text;
  const { path } = split;
  const absolute = resolve(places.cwd, path);
  const isOurs = isInside(places.workspace, absolute) || isInside(pagesFolder(places), absolute);
  if (!isOurs) return text;
  const isWorkspacePath =
    !isAbsolute(path) && !existsSync(absolute) && existsSync(join(places.workspace, path));
  return isWorkspacePath
    ? text
    : toSlashes(relative(places.workspace, absolute)) + text.slice(path.length);
}

function pagesFolder(places: Places): string {
  return join(places.dataFolder, "pages");
}

function isInside(folder: string, absolute: string): boolean {
  const path = relative(folder, absolute);
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function toSlashes(path: string): string {
  return path.split(sep).join("/");
}
