import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { CurrentText } from "../../ports/source-reader.ts";
import { reasonOfRead } from "../file-gap.ts";
import { refusalOf } from "../open-regular-file.ts";
import { readStable } from "../read-stable.ts";
import { toByteString } from "./byte-string.ts";
import { denyPath } from "./deny-list.ts";
import { decideIgnored } from "./ignore-layers.ts";
import { describeLink } from "./link-target.ts";
import { enterFolder, type Folder, isClosedName, type Workspace } from "./workspace.ts";

type Refused = Exclude<CurrentText, { status: "ok" }>;

/** Reads what is at `path` now, under the same rules as a listing: each part of the way is checked, and no link is followed. */
export function readCurrentPath(
  workspace: Workspace,
  path: string,
  maxFileBytes: number,
): CurrentText {
  const closed = checkSpelling(path) ?? checkDenied(path) ?? checkWay(workspace, path);
  if (closed !== undefined) return closed;
  return readNow(join(workspace.root, path), maxFileBytes);
}

/**
 * Reads what is now at a path that was listed before. Which files are ignored is not asked again: that costs more than the
 * reading. What keeps secrets closed and links unfollowed is.
 */
export function readIndexedPath(root: string, path: string, maxFileBytes: number): CurrentText {
  const closed = checkSpelling(path) ?? checkDenied(path) ?? checkParents(root, path);
  return closed ?? readNow(join(root, path), maxFileBytes);
}

/** The file itself is opened without following a link; here every folder on the way to it is looked at. */
function checkParents(root: string, path: string): Refused | undefined {
  for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
    const closed = checkFolder(join(root, path.slice(0, slash)));
    if (closed !== undefined) return closed;
  }
  return undefined;
}

function checkFolder(absolute: string): Refused | undefined {
  try {
    const folder = lstatSync(absolute);
    if (folder.isSymbolicLink()) {
      return { status: "refused", reason: "symbolic links are not followed" };
    }
    return folder.isDirectory() ? undefined : { status: "gone" };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal.status === "unreadable" ? refusal : { status: "gone" };
  }
}

function readNow(absolute: string, maxFileBytes: number): CurrentText {
  const read = readStable(absolute, maxFileBytes);
  if (read.status === "ok") return { status: "ok", bytes: read.bytes };
  if (read.status === "gone") return { status: "gone" };
  const status = read.status === "link" ? "refused" : "unreadable";
  return { status, reason: reasonOfRead(read, maxFileBytes) };
}

function checkSpelling(path: string): Refused | undefined {
  const parts = path.split(process.platform === "win32" ? /[/\\]/ : "/");
  if (parts.includes("..") || parts[0] === "" || /^[a-z]:[/\\]/i.test(path)) {
    return { status: "refused", reason: "it leads out of the workspace" };
  }
  if (parts.some((part) => part === "" || part === ".") || path.includes("\0")) {
    return { status: "refused", reason: "it is not a plain path below the workspace" };
  }
  return undefined;
}

function checkDenied(path: string): Refused | undefined {
  const rule = denyPath(path);
  return rule === "open" ? undefined : { status: "refused", reason: `the deny-list: ${rule}` };
}

/** Walks to the path part by part, as a listing would have. */
function checkWay(workspace: Workspace, path: string): Refused | undefined {
  const parts = path.split("/");
  let folder: Folder = enterFolder(workspace, "none", "");
  for (const [index, name] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const closed = checkPart(workspace, folder, { name, isLast });
    if (closed !== undefined) return closed;
    if (!isLast) folder = enterFolder(workspace, folder, name);
  }
  return undefined;
}

function checkPart(
  workspace: Workspace,
  folder: Folder,
  part: { readonly name: string; readonly isLast: boolean },
): Refused | undefined {
  if (isClosedName(part.name)) {
    return { status: "refused", reason: `${part.name} is never read` };
  }
  const absolute = join(folder.absolute, part.name);
  let stats: Stats;
  try {
    stats = lstatSync(absolute);
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal.status === "unreadable" ? refusal : { status: "gone" };
  }
  const name = toByteString(part.name);
  const verdict = decideIgnored(folder.layers, {
    name,
    path: toByteString(folder.path) + name,
    isFolder: stats.isDirectory(),
  });
  if (verdict !== "kept") return { status: "refused", reason: verdict.ignoredBy };
  if (stats.isSymbolicLink()) {
    const where = describeLink(absolute, workspace.root);
    return {
      status: "refused",
      reason: `symbolic links are not followed; ${folder.path}${part.name} ${where}`,
    };
  }
  return part.isLast || stats.isDirectory() ? undefined : { status: "gone" };
}
