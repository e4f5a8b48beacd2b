import type { KeptOutput } from "../../ports/command-runner.ts";

const LINE_FEED = 0x0a;
/** Bytes of a character of UTF-8 behind its first, at most. */
const LONGEST_REST = 3;

/**
 * Moves both sides of a cut to the nearest borders of lines, or of words where one line is longer, or of code points. Half a line
 * would be taken for a whole one, and half a secret is not recognized as one.
 */
export function cutBetweenLines(output: KeptOutput): KeptOutput {
  if (output.cutBytes === 0) return output;
  const head = output.head.subarray(0, endOfHead(output.head));
  const tail = output.tail.subarray(startOfTail(output.tail));
  const dropped = output.head.length - head.length + output.tail.length - tail.length;
  return { head, tail, cutBytes: output.cutBytes + dropped };
}

function endOfHead(bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(LINE_FEED) + 1;
  if (line > 0) return line;
  const word = bytes.findLastIndex(isBlank) + 1;
  if (word > 0) return word;
  const last = bytes.findLastIndex((byte) => !isContinuation(byte));
  return last >= 0 && last + lengthOf(bytes[last] ?? 0) > bytes.length ? last : bytes.length;
}

function startOfTail(bytes: Uint8Array): number {
  const line = bytes.indexOf(LINE_FEED) + 1;
  // A line feed at the very end leaves no line behind it.
  if (line > 0 && line < bytes.length) return line;
  const word = bytes.findIndex(isBlank) + 1;
  if (word > 0 && word < bytes.length) return word;
  return startOfCharacter(bytes);
}

/** Where the first whole character begins: behind the rest of one, of which at most three bytes can be left. */
function startOfCharacter(bytes: Uint8Array): number {
  const first = bytes.subarray(0, LONGEST_REST + 1).findIndex((byte) => !isContinuation(byte));
  if (first >= 0) return first;
  // More of such bytes than a character has: this is no UTF-8, so nothing is cut in two.
  return bytes.length > LONGEST_REST ? 0 : bytes.length;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Bytes of the character that begins with `byte`. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
