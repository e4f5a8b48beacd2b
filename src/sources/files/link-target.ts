import { readlinkSync, realpathSync } from "node:fs";
import { dirname, sep } from "node:path";
import { systemCode } from "../open-regular-file.ts";

/** Says where a symbolic link leads, for a person; `root` is the real path of the workspace. Nothing behind it is read. */
export function describeLink(path: string, root: string): string {
  try {
    return `leads to ${readlinkSync(path)}, ${placeOf(path, root)}`;
  } catch (error) {
    return `cannot be read (${systemCode(error)})`;
  }
}

function placeOf(path: string, root: string): string {
  try {
    const target = realpathSync.native(path);
    if (isWithin(dirname(path), target)) return "a loop: the folder it lies in is inside";
    return isWithin(target, root) ? "inside the workspace" : "outside the workspace";
  } catch (error) {
    const code = systemCode(error);
    if (code === "ELOOP") return "a loop";
    return code === "ENOENT" ? "where nothing is" : `which cannot be followed (${code})`;
  }
}

/** Returns whether `path` is `folder` or lies below it; both absolute and without links. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
