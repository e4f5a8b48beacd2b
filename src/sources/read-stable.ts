import { type BigIntStats, closeSync, fstatSync, readSync } from "node:fs";
import type { Fingerprint } from "../model/fingerprint.ts";
import { type OpenRefusal, openRegularFile, refusalOf } from "./open-regular-file.ts";

export type StableRead =
  | { readonly status: "ok"; readonly bytes: Uint8Array; readonly fingerprint: Fingerprint }
  | { readonly status: "too_large"; readonly fingerprint: Fingerprint }
  | { readonly status: "changing" }
  | OpenRefusal;

/** Larger files are gaps unless the workspace says otherwise: no text a person wrote is longer, and memory stays bounded. */
export const DEFAULT_MAX_FILE_BYTES: number = 16 * 1024 * 1024;

/** A file that is written to without pause is given up after this many tries, so reading never stalls. */
const ATTEMPTS = 3;

/**
 * Reads a plain file whole. The bytes are those of one moment: size and times were equal before and after, and as many bytes
 * were there as the size said. Never follows a link, never waits on a pipe, never reads past `maxBytes`.
 */
export function readStable(path: string, maxBytes: number): StableRead {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const read = readOnce(path, maxBytes);
    if (read.status !== "changing") return read;
  }
  return readOnce(path, maxBytes);
}

function readOnce(path: string, maxBytes: number): StableRead {
  const opened = openRegularFile(path);
  if (opened.status !== "ok") return opened;
  try {
    const before = fstatSync(opened.descriptor, { bigint: true });
    const size = Number(before.size);
    if (size > maxBytes) return { status: "too_large", fingerprint: fingerprintOf(before) };
    const buffer = Buffer.allocUnsafeSlow(size + 1);
    const bytesRead = fill(opened.descriptor, buffer);
    const after = fstatSync(opened.descriptor, { bigint: true });
    if (!heldStill(before, after, bytesRead)) return { status: "changing" };
    return {
      status: "ok",
      bytes: buffer.subarray(0, size),
      fingerprint: fingerprintOf(after),
    };
  } catch (error) {
    return refusalOf(error);
  } finally {
    closeSync(opened.descriptor);
  }
}

/** Reads until the buffer is full or the file ends. The buffer is one byte longer than the file, so that growth shows. */
function fill(descriptor: number, buffer: Buffer): number {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Returns whether a file was the same before and after its bytes were read. */
export function heldStill(before: BigIntStats, after: BigIntStats, bytesRead: number): boolean {
  return (
    before.size === after.size &&
    before.mtimeNs === after.mtimeNs &&
    before.ctimeNs === after.ctimeNs &&
    BigInt(bytesRead) === after.size
  );
}

/** Returns what the file system says of a file, for recognizing it unchanged. */
export function fingerprintOf(stats: BigIntStats): Fingerprint {
  return {
    size: Number(stats.size),
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    inode: stats.ino,
  };
}
