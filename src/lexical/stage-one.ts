import { letsThrough, type PassageMask } from "./passage-mask.ts";
import { impactIn, type Postings, tablesOf } from "./postings.ts";
import type { SegmentScratch } from "./searched-segment.ts";
import { type RankedPassage, TopPassages } from "./top-passages.ts";

/** A term's postings in a segment and the integer its impacts are multiplied by. */
export interface WeightedPostings {
  readonly postings: Postings;
  readonly weight: number;
}

/** A term with the most it can add to a passage. */
interface BoundedPostings extends WeightedPostings {
  readonly bound: number;
}

/** Walking a list costs about a quarter a posting of what looking a passage up in it does. */
const LOOKUP_COST = 4;

/**
 * Returns the passages with the largest sums of impact times weight, best first: exactly those that adding up every
 * posting finds, ties included. Integers only, so the order of terms and of segments changes no bit.
 *
 * MaxScore (Turtle and Flood 1995), a term at a time: terms come in the order of what they can add. Once the rest cannot
 * lift an unseen passage among the best, its terms are added only to passages that are still in contention.
 */
export function rankStageOne(
  terms: readonly WeightedPostings[],
  scratch: Pick<SegmentScratch, "sums" | "seen">,
  options: { readonly mask: PassageMask; readonly limit: number },
): readonly RankedPassage[] {
  const ordered = orderByBound(terms);
  const seen = new SeenPassages(scratch, options);
  let rest = ordered.reduce((sum, { bound }) => sum + bound, 0);
  let added = 0;
  let threshold = 0;
  for (const term of ordered) {
    if (threshold > rest) {
      seen.keepFrom(threshold - rest);
      seen.complete(term);
    } else seen.add(term);
    rest -= term.bound;
    added += term.bound;
    if (added > rest && rest > 0) threshold = seen.threshold();
  }
  return seen.take();
}

function orderByBound(terms: readonly WeightedPostings[]): readonly BoundedPostings[] {
  return terms
    .map(({ postings, weight }) => ({ postings, weight, bound: weight * postings.maxImpact }))
    .sort((left, right) => right.bound - left.bound);
}

/** Passages that some term added so far holds, without repeats, and their sums. */
class SeenPassages {
  readonly #sums: Int32Array;
  readonly #seen: Uint32Array;
  readonly #mask: PassageMask;
  readonly #limit: number;
  #count = 0;

  constructor(
    { sums, seen }: Pick<SegmentScratch, "sums" | "seen">,
    options: { readonly mask: PassageMask; readonly limit: number },
  ) {
    this.#sums = sums;
    this.#seen = seen;
    this.#mask = options.mask;
    this.#limit = options.limit;
  }

  /** Adds a term to every passage that holds it. */
  add({ postings, weight }: BoundedPostings): void {
    const { passages, impacts } = postings;
    const [sums, seen, mask] = [this.#sums, this.#seen, this.#mask];
    let count = this.#count;
    for (let index = 0; index < passages.length; index++) {
      const passage = passages[index] as number;
      const sum = sums[passage] as number;
      if (sum === 0) {
        if (mask !== "all" && !letsThrough(mask, passage)) continue;
        seen[count++] = passage;
      }
      sums[passage] = sum + weight * (impacts[index] as number);
    }
    this.#count = count;
  }

  /** Forgets passages whose sum is less. */
  keepFrom(least: number): void {
    const [sums, seen] = [this.#sums, this.#seen];
    let kept = 0;
    for (let index = 0; index < this.#count; index++) {
      const passage = seen[index] as number;
      if ((sums[passage] as number) < least) sums[passage] = 0;
      else seen[kept++] = passage;
    }
    this.#count = kept;
  }

  /** Adds a term to the passages in contention, by whichever of three ways is cheapest. */
  complete({ postings, weight }: BoundedPostings): void {
    const { passages } = postings;
    const tables = tablesOf(postings, this.#sums.length);
    if (tables !== "none") {
      const byPassage = tables.impacts;
      this.#completeBy((passage) => byPassage[passage] as number, weight);
    } else if (this.#count * LOOKUP_COST < passages.length) {
      this.#completeBy((passage) => impactIn(postings, passage), weight);
    } else this.#walk(postings, weight);
  }

  /** The least sum among the best so far, or 0 while there are fewer than asked for. */
  threshold(): number {
    return this.#count < this.#limit ? 0 : this.#choose().threshold;
  }

  /** The best; the memory is clean again afterwards. */
  take(): readonly RankedPassage[] {
    const best = this.#choose().ranked();
    for (let index = 0; index < this.#count; index++) this.#sums[this.#seen[index] as number] = 0;
    return best;
  }

  #choose(): TopPassages {
    const top = new TopPassages(this.#limit);
    const [sums, seen] = [this.#sums, this.#seen];
    let { threshold } = top;
    for (let index = 0; index < this.#count; index++) {
      const passage = seen[index] as number;
      const sum = sums[passage] as number;
      if (sum < threshold) continue;
      top.offer(passage, sum);
      ({ threshold } = top);
    }
    return top;
  }

  #completeBy(impactOf: (passage: number) => number, weight: number): void {
    const [sums, seen] = [this.#sums, this.#seen];
    for (let index = 0; index < this.#count; index++) {
      const passage = seen[index] as number;
      sums[passage] = (sums[passage] as number) + weight * impactOf(passage);
    }
  }

  #walk({ passages, impacts }: Postings, weight: number): void {
    const sums = this.#sums;
    for (let index = 0; index < passages.length; index++) {
      const passage = passages[index] as number;
      const sum = sums[passage] as number;
      // Passages out of contention are zero, as are those that no term added.
      if (sum !== 0) sums[passage] = sum + weight * (impacts[index] as number);
    }
  }
}
