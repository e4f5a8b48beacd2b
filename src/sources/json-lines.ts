import { hash } from "node:crypto";
import { createReadStream } from "node:fs";

/** One line of a file, without its terminator. */
export interface RawLine {
  /** Where it begins in the file. */
  readonly startByte: number;
  /** Behind its terminator. */
  readonly endByte: number;
  /** 1-based, counted from where reading began. */
  readonly line: number;
  /** The bytes; `too_long` when there are more than the limit, which are then not kept. */
  readonly bytes: Buffer | "too_long";
  /** False for a last line that nothing ends: somebody may still be writing it. */
  readonly ended: boolean;
}

/** Longer lines are skipped and counted: one must never stop an import. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;
const LF = 0x0a;

/**
 * Reads the lines of a file from a byte on. Holds one line and one chunk at a time, however large the file is. Yields lines in
 * groups, one for each chunk read, so that a short line costs no promise.
 */
export async function* readRawLines(
  path: string,
  from: { readonly byte: number; readonly line?: number; readonly maxLineBytes?: number },
): AsyncGenerator<readonly RawLine[]> {
  const { maxLineBytes = MAX_LINE_BYTES } = from;
  let line = from.line ?? 1;
  let startByte = from.byte;
  let at = from.byte;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  const end = (endByte: number, ended: boolean): RawLine => {
    const bytes = length > maxLineBytes ? ("too_long" as const) : joinParts(parts);
    const raw = { startByte, endByte, line, bytes, ended };
    line++;
    startByte = endByte;
    parts = [];
    length = 0;
    return raw;
  };
  const stream = createReadStream(path, { start: from.byte, highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines: RawLine[] = [];
    let begin = 0;
    for (let lf = chunk.indexOf(LF); lf !== -1; lf = chunk.indexOf(LF, begin)) {
      take(chunk.subarray(begin, lf));
      begin = lf + 1;
      lines.push(end(at + begin, true));
    }
    if (begin < chunk.length) take(chunk.subarray(begin));
    at += chunk.length;
    if (lines.length > 0) yield lines;
  }
  if (at > startByte) yield [end(at, false)];
}

function joinParts(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  if (first === undefined) return Buffer.alloc(0);
  return parts.length === 1 ? first : Buffer.concat(parts);
}

/** First 16 hex digits of the sha256 of a record's bytes, as locators carry it. */
export function recordHash(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex").slice(0, 16);
}
