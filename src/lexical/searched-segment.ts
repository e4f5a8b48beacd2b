import type { LiveSegment } from "../ports/passage-index.ts";
import type { FoundTerms } from "./find-terms.ts";
import { deadHolding, type Liveness } from "./liveness.ts";
import type { OpenSegment } from "./open-segment.ts";
import type { Postings } from "./postings.ts";
import type { FoundTerm } from "./term-entry.ts";

/** One segment with what a question found in it. */
export interface SearchedSegment {
  readonly live: LiveSegment;
  readonly segment: OpenSegment;
  readonly liveness: Liveness;
  readonly found: FoundTerms;
  /** Reads postings through the cache of decoded ones. */
  readonly loadPostings: (terms: readonly FoundTerm[]) => Promise<readonly Postings[]>;
  /** Memory that later questions reuse. */
  readonly scratch: SegmentScratch;
}

/** Tables as long as the segment, kept zero between questions. */
export interface SegmentScratch {
  readonly sums: Int32Array;
  /** Room for the number of every passage; never cleared. */
  readonly seen: Uint32Array;
  /** By form id: what the question asks of it; see stage-two. */
  readonly slots: Uint16Array;
}

/** Live passages of all segments. */
export function countLivePassages(segments: readonly SearchedSegment[]): number {
  return segments.reduce(
    (sum, { segment, liveness }) => sum + segment.meta.passageCount - liveness.deadPassages,
    0,
  );
}

/** Live passages that hold a term, over all segments: an integer, the same however the segments were made. */
export function countHolding(segments: readonly SearchedSegment[], term: string): number {
  let holding = 0;
  for (const { found, liveness } of segments) {
    const entry = found.get(term);
    if (entry !== undefined) holding += entry.passageCount - deadHolding(liveness, entry.ordinal);
  }
  return Math.max(0, holding);
}
