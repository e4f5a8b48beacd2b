import type { Passage, PassageKind } from "../../model/passage.ts";
import { type ByteReader, createByteReader, DamagedBytes } from "./byte-reader.ts";
import { type ByteWriter, createByteWriter } from "./byte-writer.ts";
import { seal, unseal } from "./seal.ts";

// Sealed: format, headings, heading paths (parent, heading), one entry a passage, all hashes at the end.
// Path 0 is the empty one. Passages tile their text, so the distance to the one before is nearly always zero.

const FORMAT = 1;
const HASH_BYTES = 32;
const UTF_8 = 0;
const UTF_16 = 1;
const KINDS: readonly PassageKind[] = ["prose", "code", "table", "metadata"];

/** Packs a version's passages into one sealed blob: about 40 bytes a passage, 32 of them its hash. */
export function packPassages(passages: readonly Passage[]): Uint8Array {
  const writer = createByteWriter(passages.length * 44 + 64);
  writer.unsigned(FORMAT);
  const paths = writeHeadings(writer, passages);
  writer.unsigned(passages.length);
  let endByte = 0;
  let endLine = 0;
  for (const [index, passage] of passages.entries()) {
    if (passage.position !== index) throw new RangeError(`passage ${index} is out of order`);
    writer.unsigned(KINDS.indexOf(passage.kind));
    writer.unsigned(paths[index] ?? 0);
    writer.signed(passage.startByte - endByte);
    writer.unsigned(passage.endByte - passage.startByte);
    writer.signed(passage.startLine - endLine);
    writer.unsigned(passage.endLine - passage.startLine);
    ({ endByte, endLine } = passage);
  }
  for (const passage of passages) writer.bytes(Buffer.from(passage.sha256, "hex"));
  return seal(writer.finish());
}

/** Returns what `packPassages` packed, or `"damaged"`; never reads outside the blob, whatever it holds. */
export function unpackPassages(sealed: Uint8Array): readonly Passage[] | "damaged" {
  const bytes = unseal(sealed);
  if (bytes === "damaged") return "damaged";
  try {
    return readPassages(createByteReader(bytes));
  } catch (error) {
    if (error instanceof DamagedBytes) return "damaged";
    throw error;
  }
}

/** Writes the two tables and returns each passage's path number. */
function writeHeadings(writer: ByteWriter, passages: readonly Passage[]): readonly number[] {
  const headings = new Map<string, number>();
  const paths = new Map<string, number>();
  const pathEntries: (readonly [parent: number, heading: number])[] = [];
  const numbers = passages.map((passage) => {
    let path = 0;
    for (const heading of passage.headingPath) {
      const headingNumber = numberOf(headings, heading);
      const known = paths.size;
      const next = numberOf(paths, `${path}/${headingNumber}`) + 1;
      if (paths.size > known) pathEntries.push([path, headingNumber]);
      path = next;
    }
    return path;
  });
  writer.unsigned(headings.size);
  for (const heading of headings.keys()) writeText(writer, heading);
  writer.unsigned(pathEntries.length);
  for (const [parent, heading] of pathEntries) {
    writer.unsigned(parent);
    writer.unsigned(heading);
  }
  return numbers;
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

function readText(reader: ByteReader): string {
  const encoding = reader.unsigned() === UTF_16 ? "utf16le" : "utf8";
  const bytes = reader.bytes(reader.unsigned());
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(encoding);
}

function readHeadingPaths(reader: ByteReader): readonly (readonly string[])[] {
  const headings = Array.from({ length: reader.count(2) }, () => readText(reader));
  const paths: (readonly string[])[] = [[]];
  for (let left = reader.count(2); left > 0; left--) {
    const parent = entry(paths, reader.unsigned());
    paths.push([...parent, entry(headings, reader.unsigned())]);
  }
  return paths;
}

function readPassages(reader: ByteReader): readonly Passage[] {
  if (reader.unsigned() !== FORMAT) throw new DamagedBytes("unknown format");
  const paths = readHeadingPaths(reader);
  const count = reader.count(6 + HASH_BYTES);
  const spans: Omit<Passage, "sha256">[] = [];
  let byte = 0;
  let line = 0;
  for (let position = 0; position < count; position++) {
    const kind = entry(KINDS, reader.unsigned());
    const headingPath = entry(paths, reader.unsigned());
    const startByte = byte + reader.signed();
    byte = startByte + reader.unsigned();
    const startLine = line + reader.signed();
    line = startLine + reader.unsigned();
    spans.push({ position, kind, headingPath, startByte, endByte: byte, startLine, endLine: line });
  }
  const hashes = Buffer.from(reader.bytes(count * HASH_BYTES)).toString("hex");
  if (reader.left > 0) throw new DamagedBytes("bytes are left over");
  const digits = HASH_BYTES * 2;
  return spans.map((span, index) => ({
    ...span,
    sha256: hashes.slice(index * digits, (index + 1) * digits),
  }));
}

function entry<T>(table: readonly T[], index: number): T {
  const found = table[index];
  if (found === undefined) throw new DamagedBytes("a reference points nowhere");
  return found;
}
