import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CurrentReader, CurrentText } from "../../ports/source-reader.ts";
import { reasonOfRead } from "../file-gap.ts";
import { systemCode } from "../open-regular-file.ts";
import { DEFAULT_MAX_FILE_BYTES, readStable } from "../read-stable.ts";

/** Opens the reader of rendered pages as they lie in their folder, for verifying what was cited from them. */
export function openPagesReader(folder: string): CurrentReader {
  return {
    async readCurrent(path: string): Promise<CurrentText> {
      return readCurrentPage(folder, path);
    },
    async readIndexed(path: string): Promise<CurrentText> {
      return readCurrentPage(folder, path);
    },
  };
}

function readCurrentPage(folder: string, path: string): CurrentText {
  const parts = path.split(/[/\\]/);
  if (parts.some((part) => part === "" || part === "." || part === "..") || path.includes("\0")) {
    return { status: "refused", reason: "it leads out of the pages folder" };
  }
  try {
    if (lstatSync(folder).isSymbolicLink()) {
      return { status: "refused", reason: "symbolic links are not followed" };
    }
    const parent = dirname(join(realpathSync.native(folder), path));
    if (realpathSync.native(parent) !== parent) {
      return { status: "refused", reason: "symbolic links are not followed" };
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "gone" };
    return { status: "unreadable", reason: code };
  }
  const page = readStable(join(folder, path), DEFAULT_MAX_FILE_BYTES);
  if (page.status === "ok") return { status: "ok", bytes: page.bytes };
  if (page.status === "gone") return { status: "gone" };
  const status = page.status === "link" ? "refused" : "unreadable";
  return { status, reason: reasonOfRead(page, DEFAULT_MAX_FILE_BYTES) };
}
