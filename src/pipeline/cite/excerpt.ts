import { createHash } from "node:crypto";
import { decodeText } from "../../analysis/decode-text.ts";
import { findLargest } from "../../analysis/find-largest.ts";
import { findLineStarts, trimTerminator } from "../../analysis/line-table.ts";
import type { TextEncoding } from "../../model/artifact.ts";
import type { Passage } from "../../model/passage.ts";

/** Exact bytes of an immutable version, ready to be shown. Byte offsets are those of the artifact. */
export interface Excerpt {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
  readonly startByte: number;
  readonly startLine: number;
  readonly endLine: number;
  /** First 16 hex digits of the sha256 of `bytes`. */
  readonly sha256: string;
  /** False when the bytes begin or end inside a line. */
  readonly wholeLines: boolean;
}

/** Full sha256 in hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A passage's bytes as they were read back. */
export interface PassageBytes {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
  /** False for a piece of one enormous line. */
  readonly wholeLines: boolean;
}

/**
 * Returns a passage as an excerpt without its outer blank lines, or `"mismatch"` when its bytes no longer hash to what
 * was indexed: then nothing may be shown (CIT-04).
 */
export function excerptOfPassage(passage: Passage, read: PassageBytes): Excerpt | "mismatch" {
  const { bytes, encoding, wholeLines } = read;
  if (sha256(bytes) !== passage.sha256) return "mismatch";
  const starts = findLineStarts(bytes, encoding);
  const lineBytes = (line: number): Uint8Array =>
    bytes.subarray(starts[line], starts[line + 1] ?? bytes.length);
  const isBlank = (line: number): boolean => decodeText(lineBytes(line), encoding).trim() === "";
  let first = 0;
  let last = Math.max(0, starts.length - 1);
  while (last > first && isBlank(last)) last--;
  while (first < last && isBlank(first)) first++;
  const start = starts[first] ?? 0;
  const end = trimTerminator(bytes, encoding, starts[last + 1] ?? bytes.length);
  return createExcerpt({
    bytes: bytes.subarray(start, end),
    encoding,
    startByte: passage.startByte + start,
    startLine: passage.startLine + first,
    wholeLines,
  });
}

export interface ExcerptBytes {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
  readonly startByte: number;
  readonly startLine: number;
  readonly wholeLines: boolean;
}

/** Makes an excerpt of exactly these bytes. */
export function createExcerpt(part: ExcerptBytes): Excerpt {
  const starts = findLineStarts(part.bytes, part.encoding);
  return {
    ...part,
    text: decodeText(part.bytes, part.encoding),
    endLine: part.startLine + Math.max(0, starts.length - 1),
    sha256: sha256(part.bytes).slice(0, 16),
  };
}

/**
 * Returns the longest beginning of an excerpt that `fits` accepts: as many whole lines as possible, or part of the
 * first line cut between code points when not even that fits; `"nothing"` when no character does (BUD-11).
 */
export function narrowExcerpt(
  excerpt: Excerpt,
  fits: (candidate: Excerpt) => boolean,
): Excerpt | "nothing" {
  const starts = findLineStarts(excerpt.bytes, excerpt.encoding);
  const cutAfterLine = (lines: number): Excerpt => {
    const end = trimTerminator(
      excerpt.bytes,
      excerpt.encoding,
      starts[lines] ?? excerpt.bytes.length,
    );
    return createExcerpt({ ...excerpt, bytes: excerpt.bytes.subarray(0, end) });
  };
  const lines = findLargest(starts.length, (count) => fits(cutAfterLine(count)));
  if (lines > 0) return cutAfterLine(lines);
  const width = excerpt.encoding === "utf-8" ? 1 : 2;
  const cutAt = (units: number): Excerpt =>
    createExcerpt({
      ...excerpt,
      bytes: excerpt.bytes.subarray(0, codePointBorder(excerpt, units * width)),
      wholeLines: false,
    });
  const units = findLargest(Math.floor((starts[1] ?? excerpt.bytes.length) / width), (count) =>
    fits(cutAt(count)),
  );
  const cut = cutAt(units);
  return cut.bytes.length === 0 ? "nothing" : cut;
}

/** Moves `end` back to the nearest border between code points. */
function codePointBorder(excerpt: Excerpt, end: number): number {
  const { bytes, encoding } = excerpt;
  let border = Math.min(end, bytes.length);
  if (encoding === "utf-8") {
    while (border > 0 && border < bytes.length && ((bytes[border] ?? 0) & 0xc0) === 0x80) border--;
    return border;
  }
  const high = encoding === "utf-16le" ? 1 : 0;
  const isLowSurrogate = border < bytes.length && ((bytes[border + high] ?? 0) & 0xfc) === 0xdc;
  return isLowSurrogate ? border - 2 : border;
}
