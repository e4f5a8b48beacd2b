import type { Candidate } from "../../model/candidate.ts";
import type { Offer } from "../../model/representation.ts";
import type { CandidateSignals } from "./signals.ts";
import { round } from "./standardize.ts";

/** What a generation of the gate takes for evidence, and for the size that evidence has to be worth. */
export interface EvidenceFormula {
  /** Strength of a candidate's evidence, 0 to 1; `"unavailable"` where a signal that it needs is. */
  evidenceOf(signals: CandidateSignals, bestCoverage: number): number | "unavailable";
  /** Sizes are compared within one pool, so that their unit does not matter; 0 where none is known. */
  sizeOf(candidate: Candidate, offers: readonly Offer[]): number;
}

/**
 * `lexgate/1`: e = r · clamp((z + 1) / 4, 0, 1) · (½ + ½ · wcov / max wcov). Size is that of the form that would enter.
 */
export const SHARE_AND_STANDING: EvidenceFormula = {
  evidenceOf: ({ share, deviation, windowCoverage }, bestCoverage) => {
    if (isMissing(share) || isMissing(deviation) || isMissing(windowCoverage)) return "unavailable";
    return round(share * standing(deviation) * nearness(windowCoverage, bestCoverage));
  },
  sizeOf: (_, offers) => offers[0]?.tokens ?? 0,
};

/**
 * `lexgate/2`: e = √(r · clamp((z + 1) / 4, 0, 1) / rank) · (½ + ½ · wcov / max wcov) · (0.7 + 0.3 · pairs). The rank is that of the
 * ranker's last stage, which has read more than the score says; `pairs` is the share of the task's neighboring terms that stand side
 * by side in the text. Size is that of the text that was scored, since a long one matches more by chance.
 */
export const STANDING_AND_RANK: EvidenceFormula = {
  evidenceOf: ({ share, deviation, place, windowCoverage, pairs }, bestCoverage) => {
    if (isMissing(share) || isMissing(deviation) || isMissing(windowCoverage)) return "unavailable";
    if (isMissing(place) || isMissing(pairs)) return "unavailable";
    const ordered = Math.sqrt((share * standing(deviation)) / place);
    return round(ordered * nearness(windowCoverage, bestCoverage) * (0.7 + 0.3 * pairs));
  },
  sizeOf: (candidate, offers) => scoredBytes(candidate) || (offers[0]?.bytes ?? 0),
};

function standing(deviation: number): number {
  return Math.min(1, Math.max(0, (deviation + 1) / 4));
}

function nearness(windowCoverage: number, bestCoverage: number): number {
  return 0.5 + 0.5 * (bestCoverage > 0 ? windowCoverage / bestCoverage : 0);
}

/** Bytes of the part of the artifact that the candidate is; 0 where its fragment does not say. */
function scoredBytes({ fragment }: Candidate): number {
  const range = /#(\d+)-(\d+)$/.exec(fragment);
  return range === null ? 0 : Math.max(0, Number(range[2]) - Number(range[1]));
}

function isMissing(signal: number | "unavailable"): signal is "unavailable" {
  return signal === "unavailable";
}
