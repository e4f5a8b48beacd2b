import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { sourceUnavailable } from "../../errors.ts";
import type {
  CurrentText,
  ReadOutcome,
  Scan,
  SourceEntry,
  SourceReader,
} from "../../ports/source-reader.ts";
import { gapOf, gapOfRead } from "../file-gap.ts";
import { refusalOf, systemCode } from "../open-regular-file.ts";
import { DEFAULT_MAX_FILE_BYTES, readStable } from "../read-stable.ts";
import { readCurrentPath, readIndexedPath } from "./current-path.ts";
import { denyPath } from "./deny-list.ts";
import { scanWorkspace } from "./scan-workspace.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface FilesReaderOptions {
  /** The workspace folder. It may itself be reached through a link; nothing below it may. */
  readonly root: string;
  /** Larger files are listed as gaps. Default 16 MiB: no text a person wrote is longer, and memory stays bounded. */
  readonly maxFileBytes?: number;
  /** Ignore lines for what another source reads, such as `/records/*.jsonl`. They outrank every ignore file. */
  readonly reserved?: readonly string[];
}

/** Opens the reader of a workspace's files. Nothing is read, and no missing root noticed, before the first call. */
export function openFilesReader(options: FilesReaderOptions): SourceReader {
  const maxFileBytes = options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
  // Ignore files may change between any two calls, so each call finds the rules anew.
  const open = (): Workspace => openWorkspace(realRoot(options.root), options.reserved ?? []);
  return {
    async scan(): Promise<Scan> {
      return scanWorkspace(open(), maxFileBytes);
    },
    async read(entry: SourceEntry): Promise<ReadOutcome> {
      return readEntry(realRoot(options.root), entry.path, maxFileBytes);
    },
    async readCurrent(path: string): Promise<CurrentText> {
      return readCurrentPath(open(), path, maxFileBytes);
    },
    async readIndexed(path: string): Promise<CurrentText> {
      return readIndexedPath(options.root, path, maxFileBytes);
    },
  };
}

function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch (error) {
    throw sourceUnavailable("files", root, systemCode(error), error);
  }
}

/** Reads a listed file. What changed since the listing (a link in the way, a deletion) is a gap, never a read elsewhere. */
function readEntry(root: string, path: string, maxFileBytes: number): ReadOutcome {
  const rule = denyPath(path);
  if (rule !== "open") return { status: "gap", gap: { code: "denied", detail: rule, count: 1 } };
  const absolute = join(root, path);
  try {
    if (realpathSync.native(dirname(absolute)) !== dirname(absolute)) {
      const detail = "a folder on the way became a link";
      return { status: "gap", gap: { code: "link_not_followed", subject: path, detail } };
    }
  } catch (error) {
    return { status: "gap", gap: gapOf(path, refusalOf(error)) };
  }
  const read = readStable(absolute, maxFileBytes);
  return read.status === "ok" ? read : { status: "gap", gap: gapOfRead(path, read, maxFileBytes) };
}
