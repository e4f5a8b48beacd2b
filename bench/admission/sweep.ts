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
export function evenWeights({ pools }: Pick<Sweep, "pools">): Float64Array {
  return new Float64Array(pools).fill(1);
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
 * Returns the highest threshold whose recall is at least the one asked for, its tokens interpolated between the two thresholds on
 * either side of that recall: a set of few questions would otherwise pay for a whole candidate more. Where the sweep never
 * reaches it, the lowest threshold.
 */
export function meetRecall(sweep: Sweep, target: number, weights: Float64Array): SweepPoint {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = target * total - ROUNDING;
  let recall = 0;
  let needless = 0;
  let before = { recall: 0, needless: 0 };
  for (let at = 0; at < sweep.steps.length; at++) {
    const step = sweep.steps[at] as SweepStep;
    const weight = weights[step.pool] ?? 0;
    recall += weight * step.recall;
    needless += weight * step.needless;
    // Equal margins are admitted together.
    if (sweep.steps[at + 1]?.margin === step.margin) continue;
    if (recall >= wanted) {
      const part = recall > before.recall ? (wanted - before.recall) / (recall - before.recall) : 1;
      const share = Math.min(1, Math.max(0, part));
      return {
        threshold: step.margin,
        recall: recall / total,
        needless: (before.needless + share * (needless - before.needless)) / total,
      };
    }
    before = { recall, needless };
  }
  return {
    threshold: sweep.steps.at(-1)?.margin ?? 0,
    recall: recall / total,
    needless: needless / total,
  };
}
