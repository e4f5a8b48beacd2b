import { seededRandom } from "../seeded-random.ts";
import type { SweptCandidate } from "./judge-pools.ts";
import { FAMILIES } from "./margins.ts";
import { evenWeights, meetRecalls, openSweep, recallFrom, type Size, type Sweep } from "./sweep.ts";

/** The pools of one set, as sweeps see them. */
export interface SweptSet {
  readonly name: string;
  readonly pools: readonly { readonly candidates: readonly SweptCandidate[] }[];
}

/** Two families held at the recall of the first `k` candidates: a ratio of the tokens that they admit needlessly. */
export interface Comparison {
  readonly family: string;
  readonly against: string;
  readonly k: number | "3 and 5";
  readonly size: Size;
  /** In the geometric mean over sets, with its 95 % interval. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** By set, without an interval. */
  readonly bySet: Readonly<Record<string, number>>;
}

/** Depths of a ranked list whose recall is to be met. */
export const DEPTHS: readonly number[] = [1, 3, 5];
/** Depths that the shipped thresholds are chosen for: their ratios in the geometric mean are what the gate is judged by. */
const SHIPPED_DEPTHS: readonly number[] = [3, 5];

const RESAMPLES = 2_000;
const SEED = 7;

/** How few tokens a set may come down to before a ratio would be a division by nothing. */
const LEAST_TOKENS = 1;

/** By set, family and depth: logarithms of the tokens needlessly admitted. */
type Drawn = readonly (readonly (readonly number[])[])[];

/**
 * Compares families at equal recall: each threshold is set on the very questions, for each set by itself. Intervals are paired
 * percentile bootstraps (Efron 1979): questions are drawn anew within each set, and every threshold with them.
 */
export function compareAtRecall(
  sets: readonly SweptSet[],
  pairs: readonly Pick<Comparison, "against" | "family">[],
  size: Size,
): Comparison[] {
  const sweeps = sets.map(({ pools }) =>
    FAMILIES.map((_, family) => openSweep(pools, family, size)),
  );
  const even = sweeps.map((families) => measure(families, evenWeights(families[0])));
  const random = seededRandom(SEED);
  const drawn: Drawn[] = [];
  for (let round = 0; round < RESAMPLES; round++) {
    drawn.push(
      sweeps.map((families) => measure(families, drawWeights(families[0]?.pools ?? 0, random))),
    );
  }
  return pairs.flatMap((pair) =>
    [...DEPTHS.map((k) => [k]), SHIPPED_DEPTHS].map((depths): Comparison => {
      const ratios = drawn.map((draw) => Math.exp(meanOf(logRatios(draw, pair, depths))));
      ratios.sort((left, right) => left - right);
      const bySet = logRatios(even, pair, depths);
      return {
        ...pair,
        k: depths.length === 1 ? (depths[0] ?? Number.NaN) : "3 and 5",
        size,
        ratio: Math.exp(meanOf(bySet)),
        low: ratios[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN,
        high: ratios[Math.floor(RESAMPLES * 0.975)] ?? Number.NaN,
        bySet: Object.fromEntries(
          sets.map(({ name }, set) => [name, Math.exp(bySet[set] ?? Number.NaN)]),
        ),
      };
    }),
  );
}

/** By family and depth, in one sample of a set. `top-k` is the first family. */
function measure(families: readonly Sweep[], weights: Float64Array): number[][] {
  const [top] = families;
  if (top === undefined) return [];
  const recalls = DEPTHS.map((k) => recallFrom(top, 1 - k, weights));
  return families.map((sweep) =>
    meetRecalls(sweep, recalls, weights).map(({ needless }) =>
      Math.log(Math.max(LEAST_TOKENS, needless)),
    ),
  );
}

/** By set. */
function logRatios(
  measured: Drawn,
  { family, against }: Pick<Comparison, "against" | "family">,
  depths: readonly number[],
): number[] {
  const [one, other] = [placeOf(family), placeOf(against)];
  return measured.map((families) =>
    meanOf(
      depths.map((k) => {
        const depth = DEPTHS.indexOf(k);
        return (families[one]?.[depth] ?? Number.NaN) - (families[other]?.[depth] ?? Number.NaN);
      }),
    ),
  );
}

function placeOf(family: string): number {
  const place = FAMILIES.findIndex(({ name }) => name === family);
  if (place < 0) throw new Error(`There is no family ${family} to sweep.`);
  return place;
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

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
