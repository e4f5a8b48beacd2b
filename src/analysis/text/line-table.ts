const LF = 0x0a;
const CR = 0x0d;

/** A text and where its lines start, in UTF-16 code units. Line numbers here are 0-based; citations add 1. */
export interface LineTable {
  readonly text: string;
  readonly starts: Uint32Array;
}

/**
 * Finds the lines of a text. LF, CRLF and CR end a line and nothing else does (no U+2028, no form feed).
 * A terminator at the very end starts no further line; an empty text has none.
 */
export function findLines(text: string): LineTable {
  return { text, starts: text.includes("\r") ? startsAnywhere(text) : startsAfterLf(text) };
}

/** Returns where `line` starts; past the last line, where the text ends. */
export function lineStart(lines: LineTable, line: number): number {
  return lines.starts[line] ?? lines.text.length;
}

/** Returns the 0-based line that holds the code unit at `offset`. */
export function lineIndexAt(lines: LineTable, offset: number): number {
  let low = 0;
  let high = lines.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns a line without its terminator. */
export function lineText(lines: LineTable, line: number): string {
  const start = lineStart(lines, line);
  let end = lineStart(lines, line + 1);
  while (end > start && isTerminator(lines.text.charCodeAt(end - 1))) end -= 1;
  return lines.text.slice(start, end);
}

/** True when a line holds nothing but spaces, tabs and form feeds. */
export function isBlankLine(lines: LineTable, line: number): boolean {
  const end = lineStart(lines, line + 1);
  for (let at = lineStart(lines, line); at < end; at += 1) {
    const code = lines.text.charCodeAt(at);
    if (code !== 0x20 && (code < 0x09 || code > CR)) return false;
  }
  return true;
}

function isTerminator(code: number): boolean {
  return code === LF || code === CR;
}

function startsAfterLf(text: string): Uint32Array {
  let starts = new Uint32Array(Math.max(4, text.length >> 5));
  let count = 0;
  for (let start = 0; start < text.length; ) {
    if (count === starts.length) starts = grown(starts);
    starts[count] = start;
    count += 1;
    const lf = text.indexOf("\n", start);
    start = lf < 0 ? text.length : lf + 1;
  }
  return starts.slice(0, count);
}

function startsAnywhere(text: string): Uint32Array {
  let starts = new Uint32Array(Math.max(4, text.length >> 5));
  let count = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const ends = code === LF || (code === CR && text.charCodeAt(at + 1) !== LF);
    if (!ends && at + 1 < text.length) continue;
    if (count === starts.length) starts = grown(starts);
    starts[count] = start;
    count += 1;
    start = at + 1;
  }
  return starts.slice(0, count);
}

function grown(starts: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(starts.length * 2);
  larger.set(starts);
  return larger;
}
