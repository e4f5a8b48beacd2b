import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemCode } from "./system-code.ts";

/** Where one run of a renderer writes. */
export interface StagingFolder {
  /** Absolute, without links. */
  readonly path: string;
  /** Deletes the folder and all in it, also where the renderer closed a folder. What still resists goes with a later run. */
  remove(): void;
}

const PREFIX = "exhibit-staging-";
/** No renderer may run for more than an hour. Older folders are left from a process that was killed outright. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Makes a new staging folder in `parent`, by default the system's folder for temporary files, or says why it cannot. Folders of
 * this user that were left there more than a day ago are deleted on the way.
 */
export async function openStaging(
  parent: string = tmpdir(),
): Promise<StagingFolder | { readonly problem: string }> {
  try {
    const real = await realpath(parent);
    for (const name of readdirSync(real)) removeAbandoned(join(real, name), name);
    const path = await mkdtemp(join(real, PREFIX));
    return { path, remove: () => removeTree(path) };
  } catch (error) {
    return { problem: `no folder for its pages can be made in ${parent} (${systemCode(error)})` };
  }
}

function removeAbandoned(path: string, name: string): void {
  if (!name.startsWith(PREFIX)) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
  if (isOurs && Date.now() - stats.mtimeMs > ABANDONED_MS) removeTree(path);
}

function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    systemCode(error);
    openFolders(path);
    retry(path);
  }
}

function retry(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // What the system will not let go of costs disk space for a day, not the pages that were rendered.
    systemCode(error);
  }
}

/** A folder that its owner closed cannot be emptied. Links are not followed. */
function openFolders(path: string): void {
  try {
    if (!lstatSync(path).isDirectory()) return;
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) openFolders(join(path, name));
  } catch (error) {
    // What cannot be opened, or is gone by now, cannot be helped: the second attempt shows.
    systemCode(error);
  }
}
