import type { PassageMask } from "./passage-mask.ts";
import type { Postings } from "./postings.ts";
import { type RankedPassage, TopPassages } from "./top-passages.ts";

/** A term's postings in a segment and the integer its impacts are multiplied by. */
export interface WeightedPostings {
  readonly postings: Postings;
  readonly weight: number;
}

/** The best passages of a segment and how many matched at all. */
export interface StageOneResult {
  readonly best: readonly RankedPassage[];
  readonly matchedPassages: number;
}

/** Below this share of the segment, visiting the postings again is cheaper than visiting every passage. */
const SPARSE_SHARE = 3;

/**
 * Adds up impact times weight for every passage that holds any of the terms, then keeps the best. Integers only, so the
 * order of terms and of segments changes no bit. `sums` is all zero before and after.
 */
export function rankStageOne(
  terms: readonly WeightedPostings[],
  sums: Int32Array,
  options: { readonly mask: PassageMask; readonly limit: number },
): StageOneResult {
  let total = 0;
  for (const { postings, weight } of terms) {
    accumulate(sums, postings, weight);
    total += postings.passages.length;
  }
  const top = new TopPassages(options.limit);
  const isSparse = total * SPARSE_SHARE < sums.length;
  const matchedPassages = isSparse
    ? collectSparse(terms, sums, { mask: options.mask, top })
    : collectDense(sums, { mask: options.mask, top });
  return { best: top.ranked(), matchedPassages };
}

function accumulate(sums: Int32Array, { passages, impacts }: Postings, weight: number): void {
  for (let index = 0; index < passages.length; index++) {
    const passage = passages[index] as number;
    sums[passage] = (sums[passage] as number) + weight * (impacts[index] as number);
  }
}

interface Collector {
  readonly mask: PassageMask;
  readonly top: TopPassages;
}

function collectDense(sums: Int32Array, { mask, top }: Collector): number {
  if (mask !== "all") {
    for (let passage = 0; passage < sums.length; passage++) {
      if (mask[passage] === 0) sums[passage] = 0;
    }
  }
  let matched = 0;
  let { threshold } = top;
  for (let passage = 0; passage < sums.length; passage++) {
    const sum = sums[passage] as number;
    if (sum === 0) continue;
    matched++;
    if (sum < threshold) continue;
    top.offer(passage, sum);
    ({ threshold } = top);
  }
  sums.fill(0);
  return matched;
}

function collectSparse(
  terms: readonly WeightedPostings[],
  sums: Int32Array,
  { mask, top }: Collector,
): number {
  let matched = 0;
  for (const { postings } of terms) {
    for (const passage of postings.passages) {
      const sum = sums[passage] as number;
      if (sum === 0) continue;
      sums[passage] = 0;
      if (mask !== "all" && mask[passage] === 0) continue;
      matched++;
      if (sum >= top.threshold) top.offer(passage, sum);
    }
  }
  return matched;
}
