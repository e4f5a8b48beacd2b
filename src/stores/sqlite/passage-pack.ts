import type { Passage, PassageKind } from "../../model/passage.ts";
import { createByteReader, DamagedBytes } from "./byte-reader.ts";
import { createByteWriter } from "./byte-writer.ts";
import { type HeadingTable, readHeadingTable, writeHeadingTable } from "./heading-table.ts";
import { seal, unseal } from "./seal.ts";

// Sealed: format, headings, heading paths, six numbers a passage, all hashes at the end. Passages tile their text,
// so the distance to the one before is nearly always zero.

const FORMAT = 1;
const HASH_BYTES = 32;
const NUMBERS_EACH = 6;
const KINDS: readonly PassageKind[] = ["prose", "code", "table", "metadata"];

/** Packs a version's passages into one sealed blob: about 40 bytes a passage beside its headings, 32 of them its hash. */
export function packPassages(passages: readonly Passage[]): Uint8Array {
  const writer = createByteWriter(passages.length * 56 + 64);
  writer.unsigned(FORMAT);
  const paths = writeHeadingTable(
    writer,
    passages.map((passage) => passage.headingPath),
  );
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
  writer.bytes(Buffer.from(passages.map((passage) => passage.sha256).join(""), "hex"));
  return seal(writer.finish());
}

/** Returns what `packPassages` packed, or `"damaged"`; never reads outside the blob, whatever it holds. */
export function unpackPassages(sealed: Uint8Array): readonly Passage[] | "damaged" {
  return reading(sealed, (pack) =>
    Array.from({ length: pack.count }, (_, position) => passageAt(pack, position)),
  );
}

/** As `unpackPassages`, for the one passage at `position`; `"missing"` when there are fewer. */
export function unpackPassage(
  sealed: Uint8Array,
  position: number,
): Passage | "missing" | "damaged" {
  return reading(sealed, (pack) =>
    Number.isInteger(position) && position >= 0 && position < pack.count
      ? passageAt(pack, position)
      : "missing",
  );
}

interface Pack {
  readonly count: number;
  readonly headings: HeadingTable;
  /** Kind, path, start byte, end byte, start line, end line of each passage in turn. */
  readonly numbers: readonly number[];
  readonly hashes: Uint8Array;
}

function reading<T>(sealed: Uint8Array, work: (pack: Pack) => T): T | "damaged" {
  const bytes = unseal(sealed);
  if (bytes === "damaged") return "damaged";
  try {
    return work(readPack(bytes));
  } catch (error) {
    if (error instanceof DamagedBytes) return "damaged";
    throw error;
  }
}

function readPack(bytes: Uint8Array): Pack {
  const reader = createByteReader(bytes);
  if (reader.unsigned() !== FORMAT) throw new DamagedBytes("unknown format");
  const headings = readHeadingTable(reader);
  const count = reader.unsigned();
  const numbers: number[] = [];
  let byte = 0;
  let line = 0;
  for (let left = count; left > 0; left--) {
    numbers.push(reader.unsigned(), reader.unsigned());
    const startByte = byte + reader.signed();
    byte = startByte + reader.unsigned();
    const startLine = line + reader.signed();
    line = startLine + reader.unsigned();
    numbers.push(startByte, byte, startLine, line);
  }
  const hashes = reader.bytes(count * HASH_BYTES);
  if (reader.left > 0) throw new DamagedBytes("bytes are left over");
  return { count, headings, numbers, hashes };
}

function passageAt(pack: Pack, position: number): Passage {
  const first = position * NUMBERS_EACH;
  const [kind = -1, path = -1, startByte = 0, endByte = 0, startLine = 0, endLine = 0] =
    pack.numbers.slice(first, first + NUMBERS_EACH);
  const kindName = KINDS[kind];
  if (kindName === undefined) throw new DamagedBytes("an unknown kind");
  const { buffer, byteOffset } = pack.hashes;
  const hash = Buffer.from(buffer, byteOffset + position * HASH_BYTES, HASH_BYTES);
  return {
    position,
    kind: kindName,
    headingPath: pack.headings.pathAt(path),
    startByte,
    endByte,
    startLine,
    endLine,
    sha256: hash.toString("hex"),
  };
}
