/** How well one ranking answers one question. All lie between 0 and 1. */
export interface Measures {
  readonly ndcg10: number;
  readonly recall5: number;
  readonly recall10: number;
  /** One over the rank of the first right unit, 0 when none is ranked. */
  readonly mrr: number;
  readonly top1: number;
}

/** The measures in the order in which tables print them. */
export const MEASURE_NAMES = ["ndcg10", "recall5", "recall10", "mrr", "top1"] as const;

/**
 * Measures a ranking against the set of right units, all equally right. nDCG's ideal puts every right unit first, at
 * most ten of them; recall is over all right units, so more than ten of them cannot reach 1.
 */
export function measure(ranked: readonly number[], right: ReadonlySet<number>): Measures {
  const first = ranked.findIndex((unit) => right.has(unit));
  const found = (depth: number): number =>
    ranked.slice(0, depth).filter((unit) => right.has(unit)).length;
  let gain = 0;
  for (const [rank, unit] of ranked.slice(0, 10).entries())
    if (right.has(unit)) gain += discount(rank);
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, right.size); rank++) ideal += discount(rank);
  return {
    ndcg10: gain / ideal,
    recall5: found(5) / right.size,
    recall10: found(10) / right.size,
    mrr: first < 0 ? 0 : 1 / (first + 1),
    top1: first === 0 ? 1 : 0,
  };
}

/** Returns the arithmetic mean of each measure over questions; of nothing, `NaN`. */
export function meanMeasures(rows: readonly Measures[]): Measures {
  const mean = (name: keyof Measures): number =>
    rows.reduce((sum, row) => sum + row[name], 0) / rows.length;
  return {
    ndcg10: mean("ndcg10"),
    recall5: mean("recall5"),
    recall10: mean("recall10"),
    mrr: mean("mrr"),
    top1: mean("top1"),
  };
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 2);
}
