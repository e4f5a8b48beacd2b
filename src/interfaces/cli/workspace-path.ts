import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { artifactRef, parseArtifactRef } from "../../model/artifact-ref.ts";

/** The folders that paths are told apart by; all absolute. */
export interface Places {
  readonly cwd: string;
  readonly workspace: string;
  readonly dataFolder: string;
}

/** Returns an artifact's path as seen from the working directory, or absolute where that is shorter. */
export function showPath(places: Places, artifact: string, path: string): string {
  const root = sourceOf(artifact) === "records" ? pagesFolder(places) : places.workspace;
  const absolute = join(root, path);
  const seen = relative(places.cwd, absolute);
  if (seen === "") return ".";
  return seen.startsWith("..") && absolute.length < seen.length ? absolute : seen;
}

/**
 * Returns a reference as the engine takes it. A path may be written as the working directory sees it, which is how
 * answers show paths, or as the workspace does, which is how `--json` has them; the one that exists wins, and the
 * working directory's where both or neither do. References with `artifact://` stay as they are.
 */
export function toReference(places: Places, text: string): string {
  if (text.startsWith("artifact://")) return text;
  const [, path = text, lines = ""] = /^(.+?)(:\d+(?:-\d+)?)$/s.exec(text) ?? [];
  const absolute = resolve(places.cwd, path);
  const inPages = inside(pagesFolder(places), absolute);
  if (inPages !== "outside") return recordReference(inPages, lines);
  const inWorkspace = inside(places.workspace, absolute);
  if (inWorkspace === "outside") return text;
  const isWorkspacePath =
    !isAbsolute(path) && !existsSync(absolute) && existsSync(join(places.workspace, path));
  return isWorkspacePath ? text : inWorkspace + lines;
}

function recordReference(path: string, lines: string): string {
  const [start, end] = lines.slice(1).split("-");
  const fragment = lines === "" ? "" : `#L${start}-L${end ?? start}`;
  return artifactRef("records", path) + fragment;
}

function pagesFolder(places: Places): string {
  return join(places.dataFolder, "pages");
}

function sourceOf(artifact: string): string {
  const parsed = parseArtifactRef(artifact);
  return parsed === "malformed" ? "files" : parsed.source;
}

/** The path inside `folder` with `/` between its parts, or `"outside"`. */
function inside(folder: string, absolute: string): string {
  const path = relative(folder, absolute);
  const isOutside = path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? "outside" : path.split(sep).join("/");
}
