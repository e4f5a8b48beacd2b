import { type ByteReader, DamagedBytes } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

// Distinct headings, then distinct heading paths as (parent path, heading). Path 0 is the empty one.

const UTF_8 = 0;
const UTF_16 = 1;

/** Heading paths by number. A heading becomes a string when it is first asked for. */
export interface HeadingTable {
  /** Throws `DamagedBytes` when there is no such path. */
  pathAt(number: number): readonly string[];
}

/** Writes the distinct headings and paths, and returns the number of each path given. */
export function writeHeadingTable(
  writer: ByteWriter,
  headingPaths: readonly (readonly string[])[],
): readonly number[] {
  const headings = new Map<string, number>();
  const paths = new Map<string, number>();
  const entries: number[] = [];
  const numbers = headingPaths.map((headingPath) => {
    let path = 0;
    for (const heading of headingPath) {
      const headingNumber = numberOf(headings, heading);
      const known = paths.size;
      const next = numberOf(paths, `${path}/${headingNumber}`) + 1;
      if (paths.size > known) entries.push(path, headingNumber);
      path = next;
    }
    return path;
  });
  writer.unsigned(headings.size);
  for (const heading of headings.keys()) writeText(writer, heading);
  writer.unsigned(paths.size);
  for (const entry of entries) writer.unsigned(entry);
  return numbers;
}

/** Reads what `writeHeadingTable` wrote. */
export function readHeadingTable(reader: ByteReader): HeadingTable {
  const encodings: number[] = [];
  const texts: Uint8Array[] = [];
  for (let left = reader.unsigned(); left > 0; left--) {
    encodings.push(reader.unsigned());
    texts.push(reader.bytes(reader.unsigned()));
  }
  const parents: number[] = [0];
  const headings: number[] = [0];
  for (let left = reader.unsigned(); left > 0; left--) {
    parents.push(reader.unsigned());
    headings.push(reader.unsigned());
  }
  const paths = new Map<number, readonly string[]>([[0, []]]);

  function pathAt(number: number): readonly string[] {
    const known = paths.get(number);
    if (known !== undefined) return known;
    const parent = parents[number];
    const heading = headings[number] ?? -1;
    const text = texts[heading];
    // A path is written after its parent; anything else could go round in circles.
    if (parent === undefined || parent >= number || text === undefined) {
      throw new DamagedBytes("a heading path points nowhere");
    }
    const path = [...pathAt(parent), decode(text, encodings[heading])];
    paths.set(number, path);
    return path;
  }

  return { pathAt };
}

function numberOf(known: Map<string, number>, key: string): number {
  const found = known.get(key);
  if (found !== undefined) return found;
  known.set(key, known.size);
  return known.size - 1;
}

function writeText(writer: ByteWriter, text: string): void {
  const utf8 = Buffer.from(text, "utf8");
  // UTF-8 cannot hold a lone surrogate; such a heading is kept as it is.
  const isWhole = utf8.toString("utf8") === text;
  const bytes = isWhole ? utf8 : Buffer.from(text, "utf16le");
  writer.unsigned(isWhole ? UTF_8 : UTF_16);
  writer.unsigned(bytes.length);
  writer.bytes(bytes);
}

function decode(bytes: Uint8Array, encoding: number | undefined): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return view.toString(encoding === UTF_16 ? "utf16le" : "utf8");
}
