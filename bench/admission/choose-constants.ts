import { quantile } from "./abstention.ts";
import { FAMILIES } from "./margins.ts";
import { type JudgedSet, meanOf, measuredPools } from "./summarize-outcomes.ts";
import { meetRecalls, openSweep, recallFrom } from "./sweep.ts";

/** Constants of a gate as the choosing halves give them. */
export interface ChosenConstants {
  readonly family: string;
  /** The largest sufficiency below which no more than one answerable question in twenty lies, sets weighing the same. */
  readonly theta: number;
  /** The same for three in twenty: what lies between is weak. */
  readonly weakBelow: number;
  /** The largest strengths required, sufficiency asked for, that keep the recall of the first three and of the first five. */
  readonly lean: number;
  readonly wide: number;
}

const LOST_SHARE = 0.05;
const WEAK_SHARE = 0.15;

/** Chooses the constants of a family on the choosing halves alone. */
export function chooseConstants(sets: readonly JudgedSet[], family: string): ChosenConstants {
  const theta = chooseTheta(sets, LOST_SHARE);
  return {
    family,
    theta,
    weakBelow: chooseTheta(sets, WEAK_SHARE),
    lean: chooseTau(sets, family, { theta, k: 3 }),
    wide: chooseTau(sets, family, { theta, k: 5 }),
  };
}

function chooseTheta(sets: readonly JudgedSet[], share: number): number {
  const groups = sets
    .map((set) => measuredPools(set, "choose").map(({ sufficiency }) => sufficiency.gate))
    .filter((values) => values.length > 0);
  const lost = (theta: number): number =>
    meanOf(groups.map((values) => values.filter((value) => value < theta).length / values.length));
  const tried = groups.flat().sort((left, right) => left - right);
  return tried.findLast((theta) => lost(theta) <= share) ?? quantile(tried, share);
}

function chooseTau(
  sets: readonly JudgedSet[],
  family: string,
  { theta, k }: { readonly theta: number; readonly k: number },
): number {
  const place = FAMILIES.findIndex(({ name }) => name === family);
  const groups = sets.map((set) => measuredPools(set, "choose")).filter(({ length }) => length > 0);
  const pools = groups.flat();
  // Sets weigh the same, however many questions they have.
  const weights = Float64Array.from(groups.flatMap((group) => group.map(() => 1 / group.length)));
  const recall = recallFrom(openSweep(pools, 0, "whole"), 1 - k, weights);
  const open = pools.map((pool) =>
    pool.sufficiency.gate < theta
      ? { candidates: pool.candidates.map((each) => ({ ...each, margins: [] })) }
      : pool,
  );
  const [met] = meetRecalls(openSweep(open, place, "whole"), [recall], weights);
  return (met?.threshold ?? 0) * (FAMILIES[place]?.scale ?? 1);
}
