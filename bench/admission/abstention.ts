import type { JudgedPool } from "./judge-pools.ts";
import { ANSWERABLE } from "./labelled-pool.ts";
import type { Sufficiency } from "./sufficiency.ts";
import type { JudgedSet } from "./summarize-outcomes.ts";

/** How well a measure tells questions that a set answers from those of one kind that it does not. */
export interface Abstention {
  readonly set: string;
  readonly kind: string;
  readonly questions: number;
  /** Chance that an answerable question is above one of this kind, a tie counting half. */
  readonly auroc: Readonly<Record<keyof Sufficiency, number>>;
  /** Share of questions of this kind below S where one answerable question in twenty of this set is below it, too. */
  readonly rejectedAtFivePercent: number;
  /** Share for which the shipped gate admits nothing. */
  readonly abstained: number;
}

const LOST_SHARE = 0.05;

/** Compares every kind of unanswerable question of each set with the answerable ones that have an answer in their pool. */
export function judgeAbstention(sets: readonly JudgedSet[], gate: string): Abstention[] {
  return sets.flatMap(({ name, pools }) => {
    const answerable = pools.filter(({ candidates }) => candidates.length > 0);
    const kinds = [...new Set(pools.map(({ kind }) => kind))].filter((kind) => kind !== ANSWERABLE);
    if (answerable.length === 0) return [];
    const limit = quantile(
      answerable.map(({ sufficiency }) => sufficiency.gate),
      LOST_SHARE,
    );
    return kinds.map((kind) => {
      const others = pools.filter((pool) => pool.kind === kind);
      const auroc = (measure: keyof Sufficiency): number =>
        areaUnder(valuesOf(answerable, measure), valuesOf(others, measure));
      return {
        set: name,
        kind,
        questions: others.length,
        auroc: { gate: auroc("gate"), ceilingShare: auroc("ceilingShare") },
        rejectedAtFivePercent: shareOf(others, ({ sufficiency }) => sufficiency.gate < limit),
        abstained: shareOf(others, ({ abstained }) => abstained.includes(gate)),
      };
    });
  });
}

function valuesOf(pools: readonly JudgedPool[], measure: keyof Sufficiency): number[] {
  return pools.map(({ sufficiency }) => sufficiency[measure]);
}

function shareOf(pools: readonly JudgedPool[], is: (pool: JudgedPool) => boolean): number {
  return pools.filter(is).length / pools.length;
}

/** Returns the area under the curve of true against false positives (Mann and Whitney's U over all pairs). */
export function areaUnder(positive: readonly number[], negative: readonly number[]): number {
  let won = 0;
  for (const one of positive) {
    for (const other of negative) won += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return won / (positive.length * negative.length);
}

/** Returns the value below which at most this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
