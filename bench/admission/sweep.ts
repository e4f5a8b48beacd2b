import type { SweptCandidate } from "./judge-pools.ts";

/** What a token count is of: whole sections, or the forms in which every policy alike would let them in. */
export type Size = "whole" | "short";

/** The candidates of some pools in the order in which a falling threshold admits them: columns, since they are walked often. */
export interface Sweep {
  readonly pools: number;
  readonly margins: Float64Array;
  /** Which pool a step is of. */
  readonly poolOf: Int32Array;
  /** What it adds to the recall of its pool. */
  readonly recalls: Float64Array;
  /** Its tokens, where it is neither required nor helpful. */
  readonly needless: Float64Array;
}

/** Lines up the candidates of pools by one family's margins. */
export function openSweep(
  pools: readonly { readonly candidates: readonly SweptCandidate[] }[],
  family: number,
  size: Size,
): Sweep {
  const steps = pools.flatMap(({ candidates }, pool) => {
    const required = candidates.filter(({ label }) => label === "required").length;
    return candidates.map((candidate) => {
      const isRequired = candidate.label === "required";
      const isFree = isRequired || candidate.label === "helpful";
      return {
        pool,
        margin: candidate.margins[family] ?? Number.NEGATIVE_INFINITY,
        recall: isRequired ? 1 / required : 0,
        needless: isFree ? 0 : candidate[size],
      };
    });
  });
  const entering = steps
    .filter(({ margin }) => margin !== Number.NEGATIVE_INFINITY)
    .sort((left, right) => right.margin - left.margin);
  return {
    pools: pools.length,
    margins: Float64Array.from(entering, ({ margin }) => margin),
    poolOf: Int32Array.from(entering, ({ pool }) => pool),
    recalls: Float64Array.from(entering, ({ recall }) => recall),
    needless: Float64Array.from(entering, ({ needless }) => needless),
  };
}

/** A threshold of a sweep and what it admits, in the mean over pools. */
export interface SweepPoint {
  readonly threshold: number;
  readonly recall: number;
  readonly needless: number;
}

/** Each pool counts once. */
export function evenWeights(sweep: Pick<Sweep, "pools"> | undefined): Float64Array {
  return new Float64Array(sweep?.pools ?? 0).fill(1);
}

/** Returns the mean recall of what a threshold admits. */
export function recallFrom(sweep: Sweep, threshold: number, weights: Float64Array): number {
  const { margins, poolOf, recalls } = sweep;
  let recall = 0;
  for (let at = 0; at < margins.length && (margins[at] as number) >= threshold; at++) {
    recall += (weights[poolOf[at] as number] as number) * (recalls[at] as number);
  }
  return recall / sumOf(weights);
}

/** Differences that adding up in another order makes are none. */
const ROUNDING = 1e-9;

/**
 * Returns for each recall, ascending, the highest threshold whose recall is at least that, its tokens interpolated between the two
 * thresholds on either side: a set of few questions would otherwise pay for a whole candidate more. Where the sweep never reaches
 * one, the lowest threshold.
 */
export function meetRecalls(
  sweep: Sweep,
  wanted: readonly number[],
  weights: Float64Array,
): SweepPoint[] {
  const { margins, poolOf, recalls, needless } = sweep;
  const total = sumOf(weights);
  const met: SweepPoint[] = [];
  let [recall, tokens, recallBefore, tokensBefore] = [0, 0, 0, 0];
  for (let at = 0; at < margins.length && met.length < wanted.length; at++) {
    const weight = weights[poolOf[at] as number] as number;
    recall += weight * (recalls[at] as number);
    tokens += weight * (needless[at] as number);
    const threshold = margins[at] as number;
    // Equal margins are admitted together.
    if (margins[at + 1] === threshold) continue;
    for (let next = wanted[met.length]; next !== undefined; next = wanted[met.length]) {
      const goal = next * total - ROUNDING;
      if (recall < goal) break;
      const rise = recall - recallBefore;
      const share = rise > 0 ? Math.max(0, (goal - recallBefore) / rise) : 1;
      const paid = tokensBefore + share * (tokens - tokensBefore);
      met.push({ threshold, recall: recall / total, needless: paid / total });
    }
    [recallBefore, tokensBefore] = [recall, tokens];
  }
  const lowest = margins.at(-1) ?? 0;
  while (met.length < wanted.length) {
    met.push({ threshold: lowest, recall: recall / total, needless: tokens / total });
  }
  return met;
}

function sumOf(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += weight;
  return sum;
}
