import { seededRandom } from "../seeded-random.ts";
import type { SweptCandidate } from "./judge-pools.ts";
import { FAMILIES } from "./margins.ts";
import { admitFrom, evenWeights, meetRecall, openSweep, type Size, type Sweep } from "./sweep.ts";

/** The pools of one set, as sweeps see them. */
export interface SweptSet {
  readonly name: string;
  readonly pools: readonly { readonly candidates: readonly SweptCandidate[] }[];
}

/** A ratio of tokens in the geometric mean over sets, with its 95 % interval. */
export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** By set, without an interval. */
  readonly bySet: Readonly<Record<string, number>>;
}

/** What a comparison is of. */
export interface Comparison {
  readonly family: string;
  readonly against: string;
  /** The recall at which both are held: that of the first `k` candidates. */
  readonly k: number;
  readonly size: Size;
}

const RESAMPLES = 2_000;
const SEED = 7;

/** How few tokens a set may come down to before a ratio would be a division by nothing. */
const LEAST_TOKENS = 1;

/**
 * Compares the tokens that two families admit needlessly at the recall of the first `k` candidates: each threshold is set on the very
 * questions, for each set by itself. The interval is a paired percentile bootstrap (Efron 1979): questions are drawn anew within each
 * set, and both thresholds with them.
 */
export function compareAtRecall(sets: readonly SweptSet[], comparison: Comparison): Ratio {
  const { family, against, k, size } = comparison;
  const sweepsOf = (name: string): Sweep[] => {
    const place = FAMILIES.findIndex((each) => each.name === name);
    if (place < 0) throw new Error(`There is no family ${name} to sweep.`);
    return sets.map(({ pools }) => openSweep(pools, place, size));
  };
  const [tops, ones, others] = [sweepsOf("top-k"), sweepsOf(family), sweepsOf(against)];
  const ratioIn = (set: number, weights: Float64Array): number => {
    const [top, one, other] = [tops[set], ones[set], others[set]];
    if (top === undefined || one === undefined || other === undefined) return Number.NaN;
    const { recall } = admitFrom(top, 1 - k, weights);
    const tokens = (sweep: Sweep): number =>
      Math.max(LEAST_TOKENS, meetRecall(sweep, recall, weights).needless);
    return tokens(one) / tokens(other);
  };
  const bySet = sets.map((_, set) => ratioIn(set, evenWeights(tops[set] ?? { pools: 0 })));
  const random = seededRandom(SEED);
  const drawn: number[] = [];
  for (let round = 0; round < RESAMPLES; round++) {
    const ratios = sets.map((_, set) => ratioIn(set, drawWeights(tops[set]?.pools ?? 0, random)));
    drawn.push(geometricMean(ratios));
  }
  drawn.sort((left, right) => left - right);
  return {
    ratio: geometricMean(bySet),
    low: drawn[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN,
    high: drawn[Math.floor(RESAMPLES * 0.975)] ?? Number.NaN,
    bySet: Object.fromEntries(sets.map(({ name }, set) => [name, bySet[set] ?? Number.NaN])),
  };
}

/** How often each pool is drawn when as many are drawn as there are. */
function drawWeights(pools: number, random: () => number): Float64Array {
  const weights = new Float64Array(pools);
  for (let draw = 0; draw < pools; draw++) {
    const pool = Math.floor(random() * pools);
    weights[pool] = (weights[pool] ?? 0) + 1;
  }
  return weights;
}

/** Returns the geometric mean of numbers above 0. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
