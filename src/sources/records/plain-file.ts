import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Fingerprint } from "../../model/fingerprint.ts";
import type { Gap } from "../../model/gap.ts";

export type PlainFile =
  | { readonly status: "ok"; readonly bytes: Uint8Array; readonly fingerprint: Fingerprint }
  | { readonly status: "too_large"; readonly fingerprint: Fingerprint }
  | { readonly status: "gone" | "special" }
  | { readonly status: "unreadable"; readonly reason: string };

/** The same bound that files have; a set of records beyond it belongs in several files. */
export const MAX_FILE_BYTES: number = 16 * 1024 * 1024;

/** Reads a plain file whole, without following a link and without waiting on a pipe. */
export function readPlainFile(path: string): PlainFile {
  let descriptor: number;
  try {
    // Windows knows neither flag and gives undefined for them.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(path, flags);
  } catch (error) {
    return refusalOf(error);
  }
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile()) return { status: "special" };
    const { mtimeNs, ctimeNs, ino } = stats;
    const fingerprint = { size: Number(stats.size), mtimeNs, ctimeNs, inode: ino };
    if (fingerprint.size > MAX_FILE_BYTES) return { status: "too_large", fingerprint };
    return { status: "ok", bytes: readFileSync(descriptor), fingerprint };
  } catch (error) {
    return refusalOf(error);
  } finally {
    closeSync(descriptor);
  }
}

function refusalOf(error: unknown): PlainFile {
  const code = systemCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return { status: "gone" };
  if (code === "ELOOP" || code === "ENXIO") return { status: "special" };
  return { status: "unreadable", reason: code };
}

/** Turns a file that could not be read into the gap that says so. */
export function gapOf(path: string, file: Exclude<PlainFile, { status: "ok" }>): Gap {
  switch (file.status) {
    case "gone":
      return { code: "artifact_vanished", subject: path };
    case "special":
      return { code: "file_special", subject: path };
    case "too_large":
      return { code: "file_too_large", subject: path, detail: `more than ${MAX_FILE_BYTES} bytes` };
    case "unreadable":
      return { code: "file_unreadable", subject: path, detail: file.reason };
  }
}

/** Returns the system's name for an error, such as `ENOENT`; rethrows what did not come from the system. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  throw error;
}

/** sha256 in lowercase hex: the version of a text. */
export function versionOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
