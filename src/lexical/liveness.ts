import type { LiveSegment } from "../ports/passage-index.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";

/** What is dead in a segment: its documents and what they took with them from the counts. */
export interface Liveness {
  /** Numbers of dead documents, ascending. */
  readonly deadDocuments: Uint32Array;
  readonly deadPassages: number;
  readonly deadTokens: number;
  /** Numbers of terms that dead passages hold, ascending, and how many of these hold each. */
  readonly terms: Uint32Array;
  readonly termCounts: Uint32Array;
}

const NOTHING = new Uint32Array(0);

/** A segment as it was built. */
const ALL_LIVE: Liveness = {
  deadDocuments: NOTHING,
  deadPassages: 0,
  deadTokens: 0,
  terms: NOTHING,
  termCounts: NOTHING,
};

/** Returns the bytes that `LiveSegment.liveness` carries. */
export function encodeLiveness(liveness: Liveness): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(liveness.deadPassages);
  writer.varint(liveness.deadTokens);
  writeAscending(writer, liveness.deadDocuments);
  writeAscending(writer, liveness.terms);
  for (const count of liveness.termCounts) writer.varint(count);
  return writer.view().slice();
}

/** Reads a segment's liveness; damage in it is reported as block `liveness` of the segment. */
export function decodeLiveness(segment: LiveSegment): Liveness {
  if (segment.liveness === "all") return ALL_LIVE;
  const origin = { segmentId: segment.id, kind: "liveness", number: 0 };
  const reader = new ByteReader(segment.liveness, origin);
  const deadPassages = reader.varint();
  const deadTokens = reader.varint();
  const deadDocuments = readAscending(reader);
  const terms = readAscending(reader);
  const termCounts = terms.map(() => reader.varint());
  const last = deadDocuments.at(-1) ?? -1;
  const fits = deadPassages <= segment.passageCount && last < segment.documentCount;
  if (!reader.atEnd || !fits) reader.fail();
  return { deadDocuments, deadPassages, deadTokens, terms, termCounts };
}

/** How many dead passages hold a term. */
export function deadHolding(liveness: Liveness, ordinal: number): number {
  const at = findNumber(liveness.terms, ordinal);
  return at < 0 ? 0 : (liveness.termCounts[at] as number);
}

/** The place of a number among ascending ones, or -1. */
export function findNumber(numbers: Uint32Array, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted ? low : -1;
}

function writeAscending(writer: ByteWriter, numbers: Uint32Array): void {
  writer.varint(numbers.length);
  let before = 0;
  for (const number of numbers) {
    writer.varint(number - before);
    before = number;
  }
}

function readAscending(reader: ByteReader): Uint32Array {
  const numbers = new Uint32Array(reader.count());
  let before = 0;
  for (let index = 0; index < numbers.length; index++) {
    before += reader.varint();
    numbers[index] = before;
  }
  return numbers;
}
