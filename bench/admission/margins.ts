import type { Pool } from "../../src/model/pool.ts";
import { NOTHING_RESIDENT } from "../../src/model/resident.ts";
import type { Policy } from "../../src/ports/policy.ts";
import {
  createGate,
  createLexgate,
  createPoolZ,
  createSecondLexgate,
  type EvidenceFormula,
  LEAN,
  LEAN_2,
  SHARE_AND_STANDING,
  STANDING_AND_RANK,
} from "../plugged-admission.ts";
import { wholeTokens } from "./outcome.ts";

/** A family of policies that differ in one threshold. */
export interface Family {
  readonly name: string;
  /**
   * By candidate, in the order of the pool: the highest threshold at which it is admitted. Whatever is admitted at a threshold
   * is admitted at every lower one.
   */
  margins(pool: Pool): readonly number[];
  /** What a threshold is multiplied by to be the policy's own parameter. Default: 1. */
  readonly scale?: number;
}

/** Admits everything: more room than any pool can fill. */
export const NO_BUDGET: { readonly tokens: number; readonly bytes: number } = {
  tokens: Number.MAX_SAFE_INTEGER,
  bytes: Number.MAX_SAFE_INTEGER,
};

/** What never enters, whatever the threshold. */
const NEVER = Number.NEGATIVE_INFINITY;

const byDeviation = createPoolZ(0);

/** Every family whose threshold is swept, the baselines first. */
export const FAMILIES: readonly Family[] = [
  { name: "top-k", margins: placeMargins },
  { name: "budget-fill", margins: fillMargins },
  { name: "score-gap", margins: gapMargins },
  {
    name: "score-share",
    margins: (pool) => strengths(byDeviation, pool).map(({ share }) => share),
  },
  {
    name: "pool-z",
    margins: (pool) => strengths(byDeviation, pool).map(({ deviation }) => deviation),
  },
  familyOf("lexgate/1", createLexgate(LEAN), LEAN.tau),
  familyOf("lexgate/2", createSecondLexgate(LEAN_2), LEAN_2.tau),
  // What each of the two changes from the first gate to the second buys by itself.
  stepOf("lexgate/1, size as in /2", { ...SHARE_AND_STANDING, sizeOf: STANDING_AND_RANK.sizeOf }),
  stepOf("lexgate/2, size as in /1", { ...STANDING_AND_RANK, sizeOf: SHARE_AND_STANDING.sizeOf }),
];

/** A gate swept by what its decisions record: strength of the evidence over the strength required. */
function familyOf(name: string, policy: Policy, scale: number): Family {
  return {
    name,
    scale,
    margins: (pool) =>
      strengths(policy, pool).map(({ evidence, required }) =>
        evidence === NEVER || required === NEVER ? NEVER : evidence / required,
      ),
  };
}

function stepOf(name: string, formula: EvidenceFormula): Family {
  return familyOf(name, createGate(LEAN, { version: name, formula }), LEAN.tau);
}

interface Numbers {
  readonly share: number;
  readonly deviation: number;
  readonly evidence: number;
  readonly required: number;
}

function strengths(policy: Policy, pool: Pool): readonly Numbers[] {
  const { decisions } = policy.decide({ pool, resident: NOTHING_RESIDENT, budget: NO_BUDGET });
  const byCandidate = new Map(decisions.map(({ candidate, strength }) => [candidate, strength]));
  const known = (value: number | "unavailable" | undefined): number =>
    typeof value === "number" ? value : NEVER;
  return pool.candidates.map(({ id }) => {
    const strength = byCandidate.get(id);
    return {
      share: known(strength?.share),
      deviation: known(strength?.deviation),
      evidence: known(strength?.evidence),
      required: known(strength?.required),
    };
  });
}

/** A copy takes no place of its own. */
function placeMargins({ candidates }: Pool): readonly number[] {
  let place = 1;
  return candidates.map(({ duplicateOf }) => (duplicateOf === "none" ? -(place++ - 1) : NEVER));
}

/** The room at which filling by rank reaches a candidate. */
function fillMargins({ candidates }: Pool): readonly number[] {
  let sum = 0;
  return candidates.map((candidate) => {
    if (candidate.duplicateOf !== "none") return NEVER;
    sum += wholeTokens(candidate);
    return -sum;
  });
}

/** Candidates behind the largest gap of scores are admitted by how many places they stand behind it (adaptive k and its buffer). */
function gapMargins(pool: Pool): readonly number[] {
  const shares = strengths(byDeviation, pool).map(({ share }) => share);
  const falling = shares.filter((share) => share !== NEVER).sort((left, right) => right - left);
  let widest = 0;
  let last = 0;
  falling.forEach((share, place) => {
    const gap = share - (falling[place + 1] ?? share);
    if (gap > widest) [widest, last] = [gap, place];
  });
  return shares.map((share) => (share === NEVER ? NEVER : last - falling.indexOf(share)));
}
