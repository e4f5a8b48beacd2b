import type { ByteWriter } from "./byte-writer.ts";
import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";
import { addPassages, createPassageSet, type PassageSet, unite } from "./passage-set.ts";
import type { FileRange } from "./segment-files.ts";
import type { TermEntry } from "./term-entry.ts";

/** The passages that hold a term, ascending, what it weighs in each, and how often heading and body hold it. */
export interface Postings {
  readonly passages: Uint32Array;
  readonly impacts: Uint8Array;
  /** 255 stands for that many and more. */
  readonly counts: Uint8Array;
  readonly maxImpact: number;
  /** True once a later question asks for them again: only then are tables worth making. */
  isReused?: boolean;
  tables?: PostingTables;
}

/** A common term by passage: one look instead of a search. */
export interface PostingTables {
  /** 0 where the term is not held. */
  readonly impacts: Uint8Array;
  readonly counts: Uint8Array;
  readonly set: PassageSet;
}

/** Terms that at least one in this many passages hold are common: their tables take little more than their lists. */
const COMMON_SHARE = 4;

/** The tables of a common term that was asked for before; `"none"` for any other. */
export function tablesOf(postings: Postings, passageCount: number): PostingTables | "none" {
  const { passages, isReused } = postings;
  if (isReused !== true || passages.length * COMMON_SHARE < passageCount) return "none";
  postings.tables ??= makeTables(postings, passageCount);
  return postings.tables;
}

function makeTables(postings: Postings, passageCount: number): PostingTables {
  const impacts = new Uint8Array(passageCount);
  const counts = new Uint8Array(passageCount);
  const set = createPassageSet(passageCount, "none");
  addPassages(set, postings.passages);
  for (let index = 0; index < postings.passages.length; index++) {
    const passage = postings.passages[index] as number;
    impacts[passage] = postings.impacts[index] as number;
    counts[passage] = postings.counts[index] as number;
  }
  return { impacts, counts, set };
}

/** Adds to a set the passages that hold the term. */
export function addHolding(set: PassageSet, postings: Postings, passageCount: number): void {
  const tables = tablesOf(postings, passageCount);
  if (tables === "none") addPassages(set, postings.passages);
  else unite(set, tables.set);
}

/** A term's impact in a passage; 0 when the passage does not hold it. */
export function impactIn({ passages, impacts }: Postings, passage: number): number {
  const place = seekPassage(passages, passage);
  return passages[place] === passage ? (impacts[place] as number) : 0;
}

/** Where a term's postings are. */
export function postingRange(entry: TermEntry): FileRange {
  return { file: "postings", start: entry.postingOffset, length: entry.postingBytes };
}

/** Memory the decoded postings take at most, tables made later included. */
export function postingMemory(postings: Postings): number {
  return (6 + 2 * COMMON_SHARE + COMMON_SHARE / 8) * postings.passages.length;
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
  let maxImpact = 0;
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
    const impact = bytes[at++] as number;
    impacts[index] = impact;
    if (impact > maxImpact) maxImpact = impact;
    ordered = ordered && (delta > 0 || index === 0);
    passage += delta;
    passages[index] = passage;
  }
  // Reading past the end yields zeros and a position beyond it, so one check after the loop is enough.
  if (at !== bytes.length || !ordered || passage >= Math.max(1, bounds.passageCount)) {
    throw new DamagedBlockError(bounds.origin);
  }
  return { passages, impacts, counts, maxImpact };
}

/** The place of the first posting at or after `passage`, from `from` on; near `from` it is found in few steps. */
export function seekPassage(passages: ArrayLike<number>, passage: number, from = 0): number {
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
