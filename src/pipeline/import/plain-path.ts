/**
 * Returns an absolute path in one spelling, whichever system wrote it: `/` between parts, a small drive letter, no `.`, `..`,
 * doubled or trailing slash. A backslash separates only in what begins like a Windows path; elsewhere it is a letter of a name.
 * `relative` for what is no absolute path and so names no folder.
 */
export function plainPath(written: string): string | "relative" {
  const path = written.replace(/^\\\\\?\\(UNC\\)?/, (_, unc) => (unc === undefined ? "" : "\\\\"));
  const drive = /^([A-Za-z]):[\\/]/.exec(path)?.[1];
  if (drive !== undefined) {
    return `${drive.toLowerCase()}:${joinParts(path.slice(2).split(/[\\/]/))}`;
  }
  // Two slashes in front are a host's, in either spelling.
  if (/^(?:\\\\|\/\/)[^\\/]/.test(path)) {
    const joined = joinParts(path.split(/[\\/]/));
    return joined === "/" ? joined : `/${joined}`;
  }
  return path.startsWith("/") ? joinParts(path.split("/")) : "relative";
}

/** Returns whether a plain path is a folder or lies below it: `/a/bc` is not in `/a/b`. */
export function isWithin(path: string, folder: string): boolean {
  const above = folder.endsWith("/") ? folder : `${folder}/`;
  return path === folder || `${path}/` === above || path.startsWith(above);
}

/** Every part is preceded by one slash; what leads above the root stays at it. */
function joinParts(parts: readonly string[]): string {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`;
}
