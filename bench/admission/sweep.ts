import type { SweptCandidate } from "./judge-pools.ts";

/** What a token count is of. */
export type Size = "whole" | "short";

/** A pool's weight in a sample and its candidates. */
export interface SweptPool {
  readonly candidates: readonly SweptCandidate[];
}

/** The candidates of all pools in the order in which a falling threshold admits them. */
export interface Sweep {
  readonly pools: number;
  /** By step: which pool it is of, what it adds to that pool's recall, and its tokens when it is not required. */
  readonly steps: readonly SweepStep[];
}

interface SweepStep {
  readonly pool: number;
  readonly margin: number;
  readonly recall: number;
  readonly needless: number;
}

/** Lines up the candidates of pools by one family's margins. */
export function openSweep(pools: readonly SweptPool[], family: number, size: Size): Sweep {
  const steps = pools.flatMap(({ candidates }, pool) => {
    const required = candidates.filter(({ label }) => label === "required").length;
    return candidates.map((candidate): SweepStep => {
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
  const entering = steps.filter(({ margin }) => margin !== Number.NEGATIVE_INFINITY);
  return { pools: pools.length, steps: entering.sort((a, b) => b.margin - a.margin) };
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

/** Returns what a threshold admits. */
export function admitFrom({ steps }: Sweep, threshold: number, weights: Float64Array): SweepPoint {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let recall = 0;
  let needless = 0;
  for (const step of steps) {
    if (step.margin < threshold) break;
    const weight = weights[step.pool] ?? 0;
    recall += weight * step.recall;
    needless += weight * step.needless;
  }
  return { threshold, recall: recall / total, needless: needless / total };
}

/** Differences that adding up in another order makes are none. */
const ROUNDING = 1e-9;

/**
 * Returns for each recall, ascending, the highest threshold whose recall is at least that, its tokens interpolated between the two
 * thresholds on either side: a set of few questions would otherwise pay for a whole candidate more. Where the sweep never reaches
 * one, the lowest threshold.
 */
export function meetRecalls(
  { steps }: Sweep,
  recalls: readonly number[],
  weights: Float64Array,
): SweepPoint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const met: SweepPoint[] = [];
  let [recall, needless] = [0, 0];
  let before = { recall: 0, needless: 0 };
  for (let at = 0; at < steps.length && met.length < recalls.length; at++) {
    const step = steps[at] as SweepStep;
    const weight = weights[step.pool] ?? 0;
    recall += weight * step.recall;
    needless += weight * step.needless;
    // Equal margins are admitted together.
    if (steps[at + 1]?.margin === step.margin) continue;
    for (let next = recalls[met.length]; next !== undefined; next = recalls[met.length]) {
      const wanted = next * total - ROUNDING;
      if (recall < wanted) break;
      const rise = recall - before.recall;
      const share = rise > 0 ? Math.max(0, (wanted - before.recall) / rise) : 1;
      met.push({
        threshold: step.margin,
        recall: recall / total,
        needless: (before.needless + share * (needless - before.needless)) / total,
      });
    }
    before = { recall, needless };
  }
  const lowest = steps.at(-1)?.margin ?? 0;
  while (met.length < recalls.length) {
    met.push({ threshold: lowest, recall: recall / total, needless: needless / total });
  }
  return met;
}
