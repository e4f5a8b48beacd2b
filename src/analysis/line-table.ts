import type { TextEncoding } from "../model/artifact.ts";

const LF = 0x0a;
const CR = 0x0d;

/**
 * Returns the byte offset at which each line starts. Lines end at LF, CRLF or CR and nowhere else; a text that ends
 * with a terminator has no empty line after it, and an empty text has none at all.
 */
export function findLineStarts(bytes: Uint8Array, encoding: TextEncoding): Uint32Array {
  return encoding === "utf-8" ? findByteLineStarts(bytes) : findUnitLineStarts(bytes, encoding);
}

function findByteLineStarts(bytes: Uint8Array): Uint32Array {
  const starts: number[] = bytes.length === 0 ? [] : [0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== LF && byte !== CR) continue;
    if (byte === CR && bytes[at + 1] === LF) at++;
    if (at + 1 < bytes.length) starts.push(at + 1);
  }
  return Uint32Array.from(starts);
}

function findUnitLineStarts(bytes: Uint8Array, encoding: TextEncoding): Uint32Array {
  const low = encoding === "utf-16le" ? 0 : 1;
  const unitAt = (at: number): number => (bytes[at + low] ?? 0) | ((bytes[at + 1 - low] ?? 0) << 8);
  const starts: number[] = bytes.length === 0 ? [] : [0];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const unit = unitAt(at);
    if (unit !== LF && unit !== CR) continue;
    if (unit === CR && at + 3 < bytes.length && unitAt(at + 2) === LF) at += 2;
    if (at + 2 < bytes.length) starts.push(at + 2);
  }
  return Uint32Array.from(starts);
}

/** Returns the byte range of lines `startLine` to `endLine` (1-based, inclusive) without the last terminator. */
export function rangeOfLines(
  text: {
    readonly bytes: Uint8Array;
    readonly encoding: TextEncoding;
    readonly starts: Uint32Array;
  },
  startLine: number,
  endLine: number,
): { readonly startByte: number; readonly endByte: number } {
  const startByte = text.starts[startLine - 1] ?? text.bytes.length;
  const next = text.starts[endLine] ?? text.bytes.length;
  return { startByte, endByte: trimTerminator(text.bytes, text.encoding, next) };
}

/** Returns `end` moved before the line terminator that stands directly before it, if one does. */
export function trimTerminator(bytes: Uint8Array, encoding: TextEncoding, end: number): number {
  const width = unitWidth(encoding);
  if (isUnit(bytes, encoding, end - width, LF)) {
    return isUnit(bytes, encoding, end - 2 * width, CR) ? end - 2 * width : end - width;
  }
  return isUnit(bytes, encoding, end - width, CR) ? end - width : end;
}

/** Returns whether a line starts at byte `at`, which is not the first of its text. */
export function startsLine(bytes: Uint8Array, encoding: TextEncoding, at: number): boolean {
  const before = at - unitWidth(encoding);
  if (isUnit(bytes, encoding, before, LF)) return true;
  return isUnit(bytes, encoding, before, CR) && !isUnit(bytes, encoding, at, LF);
}

/** Returns whether a line ends at byte `at`, before or after its terminator, or the text does. */
export function endsLine(bytes: Uint8Array, encoding: TextEncoding, at: number): boolean {
  if (at >= bytes.length || startsLine(bytes, encoding, at)) return true;
  return isUnit(bytes, encoding, at, LF) || isUnit(bytes, encoding, at, CR);
}

function unitWidth(encoding: TextEncoding): number {
  return encoding === "utf-8" ? 1 : 2;
}

/** Whether the code unit at byte `at` is `unit`, a character of the ASCII range. */
function isUnit(bytes: Uint8Array, encoding: TextEncoding, at: number, unit: number): boolean {
  if (at < 0) return false;
  if (encoding === "utf-8") return bytes[at] === unit;
  const low = encoding === "utf-16be" ? 1 : 0;
  return bytes[at + low] === unit && bytes[at + 1 - low] === 0;
}

/** Returns the 1-based line that holds byte `offset`. */
export function lineAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
