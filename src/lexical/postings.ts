import type { ByteWriter } from "./byte-writer.ts";
import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";
import type { FileRange } from "./segment-files.ts";
import type { TermEntry } from "./term-entry.ts";

/** The passages that hold a term, ascending, what it weighs in each, and how often heading and body hold it. */
export interface Postings {
  readonly passages: Uint32Array;
  readonly impacts: Uint8Array;
  /** 255 stands for that many and more. */
  readonly counts: Uint8Array;
}

/** Where a term's postings are. */
export function postingRange(entry: TermEntry): FileRange {
  return { file: "postings", start: entry.postingOffset, length: entry.postingBytes };
}

/** Memory the decoded postings take. */
export function postingMemory(postings: Postings): number {
  return 6 * postings.passages.length;
}

/** Appends a posting; `delta` is its passage minus the one before. */
export function writePosting(
  writer: ByteWriter,
  delta: number,
  posting: { readonly count: number; readonly impact: number },
): void {
  const counted = posting.count === 1 ? 0 : 1;
  writer.varint(2 * delta + counted);
  if (counted === 1) writer.byte(posting.count);
  writer.byte(posting.impact);
}

/** Decodes `count` postings of a segment of `passageCount` passages; anything out of order or range is damage. */
export function decodePostings(
  bytes: Uint8Array,
  count: number,
  bounds: { readonly passageCount: number; readonly origin: BlockOrigin },
): Postings {
  // A posting takes at least two bytes: a damaged count must not become an allocation.
  if (count * 2 > bytes.length) throw new DamagedBlockError(bounds.origin);
  const passages = new Uint32Array(count);
  const impacts = new Uint8Array(count);
  const counts = new Uint8Array(count);
  let at = 0;
  let passage = 0;
  let ordered = true;
  for (let index = 0; index < count; index++) {
    let byte = bytes[at++] as number;
    let twice = byte & 127;
    for (let shift = 7; byte > 127 && shift < 35; shift += 7) {
      byte = bytes[at++] as number;
      twice += (byte & 127) * 2 ** shift;
    }
    const odd = twice & 1;
    const delta = (twice - odd) / 2;
    counts[index] = odd === 1 ? (bytes[at++] as number) : 1;
    impacts[index] = bytes[at++] as number;
    ordered = ordered && (delta > 0 || index === 0);
    passage += delta;
    passages[index] = passage;
  }
  // Reading past the end yields zeros and a position beyond it, so one check after the loop is enough.
  if (at !== bytes.length || !ordered || passage >= Math.max(1, bounds.passageCount)) {
    throw new DamagedBlockError(bounds.origin);
  }
  return { passages, impacts, counts };
}

/** The place of the first posting at or after `passage`, from `from` on; near `from` it is found in few steps. */
export function seekPassage(passages: Uint32Array, passage: number, from = 0): number {
  let low = from;
  let step = 1;
  while (low + step < passages.length && (passages[low + step] as number) < passage) {
    low += step;
    step *= 2;
  }
  let high = Math.min(passages.length, low + step + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((passages[middle] as number) < passage) low = middle + 1;
    else high = middle;
  }
  return low;
}
