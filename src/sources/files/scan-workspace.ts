import { lstatSync } from "node:fs";
import { sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sourceUnavailable } from "../../errors.ts";
import type { Gap } from "../../model/gap.ts";
import type { Scan, SourceEntry } from "../../ports/source-reader.ts";
import { gapOf, tooLargeGap } from "../file-gap.ts";
import { refusalOf, systemCode } from "../open-regular-file.ts";
import { fingerprintOf } from "../read-stable.ts";
import { toByteString } from "./byte-string.ts";
import { denyEntry } from "./deny-list.ts";
import { decideIgnored } from "./ignore-layers.ts";
import { describeLink } from "./link-target.ts";
import { type FolderListing, type ListedEntry, listFolder } from "./list-folder.ts";
import { deniedGaps, sortGaps } from "./scan-gaps.ts";
import { enterFolder, type Folder, isClosedName, type Workspace } from "./workspace.ts";

/** What a listing gathers while it walks. */
interface Gathering {
  readonly workspace: Workspace;
  readonly maxFileBytes: number;
  readonly entries: SourceEntry[];
  readonly gaps: Gap[];
  /** Rule name → how many entries it kept closed. */
  readonly denied: Map<string, number>;
  /** Folders still to be listed; a list of our own, because a tree may be deeper than the call stack. */
  readonly pending: { readonly parent: Folder; readonly name: string }[];
}

/** Entries between two pauses for the rest of the program: a progress bar, a signal. */
const ENTRIES_PER_TURN = 4_000;

/** Lists every readable file of a workspace, sorted by path in code-unit order, and says what will not be read. */
export async function scanWorkspace(workspace: Workspace, maxFileBytes: number): Promise<Scan> {
  const found: Gathering = {
    workspace,
    maxFileBytes,
    entries: [],
    gaps: [],
    denied: new Map(),
    pending: [],
  };
  gatherRoot(found);
  let seen = 0;
  for (let next = found.pending.pop(); next !== undefined; next = found.pending.pop()) {
    seen += gatherFolder(found, next.parent, next.name);
    if (seen < ENTRIES_PER_TURN) continue;
    seen = 0;
    await nextTurn();
  }
  found.entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { entries: found.entries, gaps: sortGaps([...found.gaps, ...deniedGaps(found.denied)]) };
}

function gatherRoot(found: Gathering): void {
  const { root } = found.workspace;
  let listing: FolderListing;
  try {
    listing = listFolder(root);
  } catch (error) {
    throw sourceUnavailable("files", root, systemCode(error), error);
  }
  gatherListing(found, enter(found, "none", "", listing), listing);
}

/** Lists one folder; returns how many entries it held. A folder that is gone or closed is a gap. */
function gatherFolder(found: Gathering, parent: Folder, name: string): number {
  let listing: FolderListing;
  try {
    listing = listFolder(parent.absolute + sep + name);
  } catch (error) {
    found.gaps.push(gapOf(`${parent.path}${name}/`, refusalOf(error)));
    return 1;
  }
  gatherListing(found, enter(found, parent, name, listing), listing);
  return listing.entries.length + 1;
}

function enter(
  found: Gathering,
  parent: Folder | "none",
  name: string,
  listing: FolderListing,
): Folder {
  const folder = enterFolder(found.workspace, parent, name, (wanted) =>
    listing.entries.some((entry) => entry.name === wanted),
  );
  for (const { path, reason } of folder.unread) {
    found.gaps.push({ code: "file_unreadable", subject: path, detail: `its rules: ${reason}` });
  }
  for (const escaped of listing.undecodable) {
    found.gaps.push({ code: "path_not_utf8", subject: folder.path + escaped });
  }
  return folder;
}

function gatherListing(found: Gathering, folder: Folder, listing: FolderListing): void {
  const folderBytes = toByteString(folder.path);
  for (const entry of listing.entries) {
    if (isClosedName(entry.name)) continue;
    const name = toByteString(entry.name);
    const question = { name, path: folderBytes + name, isFolder: entry.type === "folder" };
    if (decideIgnored(folder.layers, question) !== "kept") continue;
    const { isFolder } = question;
    const rule = denyEntry({ name: entry.name, folder: folder.name, isFolder });
    if (rule !== "open") found.denied.set(rule, (found.denied.get(rule) ?? 0) + 1);
    else gatherEntry(found, folder, entry);
  }
}

function gatherEntry(found: Gathering, folder: Folder, { name, type }: ListedEntry): void {
  const path = folder.path + name;
  // Both are plain already; `join` would take them apart again for every file.
  const absolute = folder.absolute + sep + name;
  switch (type) {
    case "folder":
      found.pending.push({ parent: folder, name });
      break;
    case "file":
      gatherFile(found, path, absolute);
      break;
    case "link": {
      const detail = describeLink(absolute, found.workspace.root);
      found.gaps.push({ code: "link_not_followed", subject: path, detail });
      break;
    }
    case "special":
      found.gaps.push({ code: "file_special", subject: path });
      break;
  }
}

function gatherFile(found: Gathering, path: string, absolute: string): void {
  try {
    const stats = lstatSync(absolute, { bigint: true });
    if (stats.size > BigInt(found.maxFileBytes)) {
      found.gaps.push(tooLargeGap(path, Number(stats.size), found.maxFileBytes));
    } else {
      found.entries.push({ path, fingerprint: fingerprintOf(stats) });
    }
  } catch (error) {
    found.gaps.push(gapOf(path, refusalOf(error)));
  }
}
