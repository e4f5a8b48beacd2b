import { join } from "node:path";
import type {
  RecordProjection,
  RenderedPage,
  Renderer,
  RenderInput,
} from "../../ports/renderer.ts";
import { DEFAULT_MAX_FILE_BYTES, readStable } from "../read-stable.ts";
import { listPages, replacePages } from "./pages-folder.ts";
import { listAllRecordInputs, listRecordFiles } from "./record-files.ts";
import { createRecordsRenderer } from "./records-renderer.ts";
import { versionOf } from "./version-of.ts";

export interface RecordProjectionOptions {
  /** The workspace folder. */
  readonly root: string;
  /** Where the pages people read are kept: `.exhibit/pages`. */
  readonly pagesFolder: string;
  /** The workspace's own renderer, whose inputs are then all files below `records/`. Default: the built-in one. */
  readonly renderer?: Renderer;
}

/** Opens the records of a workspace and the pages rendered from them. Reading and rendering never write into the workspace. */
export function openRecordProjection(options: RecordProjectionOptions): RecordProjection {
  const { root, pagesFolder, renderer } = options;
  const list = renderer === undefined ? listRecordFiles : listAllRecordInputs;
  return {
    renderer: renderer ?? createRecordsRenderer(root),
    async inputs(): Promise<readonly RenderInput[]> {
      return list(root).map((path) => readInput(root, path));
    },
    async writePages(pages: readonly RenderedPage[]): Promise<void> {
      replacePages(pagesFolder, pages);
    },
    async readPageVersions(): Promise<ReadonlyMap<string, string>> {
      return readPageVersions(pagesFolder);
    },
  };
}

/**
 * An input that cannot be read is an input too: what is wrong with it stands where its hash would, so that a repair is a change.
 * One too large to be hashed is known by its size and times.
 */
function readInput(root: string, path: string): RenderInput {
  const file = readStable(join(root, path), DEFAULT_MAX_FILE_BYTES);
  if (file.status === "ok") {
    return { path, version: versionOf(file.bytes), fingerprint: file.fingerprint };
  }
  if (file.status === "too_large") {
    const { size, mtimeNs, ctimeNs } = file.fingerprint;
    const version = `too_large:${size}:${mtimeNs}:${ctimeNs}`;
    return { path, version, fingerprint: file.fingerprint };
  }
  const nothing = { size: 0, mtimeNs: 0n, ctimeNs: 0n, inode: 0n };
  return { path, version: file.status, fingerprint: nothing };
}

function readPageVersions(folder: string): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const path of listPages(folder)) {
    const page = readStable(join(folder, path), DEFAULT_MAX_FILE_BYTES);
    if (page.status === "ok") versions.set(path, versionOf(page.bytes));
  }
  return versions;
}
