import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Gap } from "../../model/gap.ts";
import type {
  CurrentText,
  ReadOutcome,
  Scan,
  SourceEntry,
  SourceReader,
} from "../../ports/source-reader.ts";
import { listPages } from "./pages-folder.ts";
import { gapOf, type PlainFile, readPlainFile, systemCode } from "./plain-file.ts";

/** Opens the reader of rendered pages as they lie in their folder, for verifying what was cited from them. */
export function openPagesReader(folder: string): SourceReader {
  return {
    name: "records",
    async scan(): Promise<Scan> {
      return scanPages(folder);
    },
    async read(entry: SourceEntry): Promise<ReadOutcome> {
      const page = readPlainFile(join(folder, entry.path));
      return page.status === "ok" ? page : { status: "gap", gap: gapOf(entry.path, page) };
    },
    async readCurrent(path: string): Promise<CurrentText> {
      return readCurrentPage(folder, path);
    },
    async readIndexed(path: string): Promise<CurrentText> {
      return readCurrentPage(folder, path);
    },
  };
}

function scanPages(folder: string): Scan {
  const entries: SourceEntry[] = [];
  const gaps: Gap[] = [];
  for (const path of listPages(folder)) {
    const stats = lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) {
      gaps.push({ code: "artifact_vanished", subject: path });
      continue;
    }
    const { mtimeNs, ctimeNs, ino } = stats;
    entries.push({ path, fingerprint: { size: Number(stats.size), mtimeNs, ctimeNs, inode: ino } });
  }
  return { entries, gaps };
}

function readCurrentPage(folder: string, path: string): CurrentText {
  const parts = path.split(/[/\\]/);
  if (parts.some((part) => part === "" || part === "." || part === "..") || path.includes("\0")) {
    return { status: "refused", reason: "it leads out of the pages folder" };
  }
  try {
    const parent = dirname(join(realpathSync.native(folder), path));
    if (realpathSync.native(parent) !== parent) {
      return { status: "refused", reason: "symbolic links are not followed" };
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "gone" };
    return { status: "unreadable", reason: code };
  }
  const page = readPlainFile(join(folder, path));
  if (page.status === "ok") return { status: "ok", bytes: page.bytes };
  if (page.status === "gone") return { status: "gone" };
  return { status: "unreadable", reason: reasonOf(page) };
}

type NoFile = Exclude<PlainFile, { status: "ok" }>;

function reasonOf(page: NoFile): string {
  if (page.status === "unreadable") return page.reason;
  return page.status === "special" ? "not a plain file" : "too large";
}
