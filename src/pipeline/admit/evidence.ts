import type { Candidate } from "../../model/candidate.ts";
import type { Strength, Verdicts } from "../../model/decision.ts";
import type { Offer } from "../../model/representation.ts";
import type { Admission } from "./admission.ts";
import { type EvidenceFormula, SHARE_AND_STANDING } from "./evidence-formula.ts";
import type { GateParameters } from "./parameters.ts";
import { round } from "./standardize.ts";

/** A candidate with how strong its evidence is, and how strong it has to be. */
export interface Weighed {
  readonly candidate: Candidate;
  readonly strength: Strength;
  /** Whether what its own generator found is sufficient; `"unknown"` where that cannot be said. */
  readonly sufficiency: "sufficient" | "weak" | "insufficient" | "unknown";
  /** Its evidence over what is required; 0 where either is unknown, which orders and decides nothing. */
  readonly margin: number;
  /** Reaches what its size requires. */
  readonly isWorth: boolean;
  /** Would reach it at the pool's median size. */
  readonly isTooBroad: boolean;
}

/** How a policy weighs. */
export interface Weighing {
  readonly offersOf: (candidate: Candidate) => readonly Offer[];
  /** Default: that of `lexgate/1`. */
  readonly formula?: EvidenceFormula;
}

/**
 * Weighs the open candidates of a run, in rank order. Required strength is τ · (size / median size) ^ exponent; evidence is what the
 * formula says. The two stay apart: there is no number of utility (ADM-20).
 */
export function weighEvidence(
  { open, signals }: Admission,
  parameters: GateParameters,
  { offersOf, formula = SHARE_AND_STANDING }: Weighing,
): readonly Weighed[] {
  const sizes = open.map((candidate) => formula.sizeOf(candidate, offersOf(candidate)));
  const median = medianOf(sizes.filter((size) => size > 0));
  return open.map((candidate, place): Weighed => {
    const own = signals.of(candidate);
    const evidence = formula.evidenceOf(own, signals.bestCoverage);
    const size = sizes[place] ?? 0;
    const growth = size > 0 && median > 0 ? (size / median) ** parameters.sizeExponent : 1;
    const required = round(parameters.tau * growth);
    const { share, deviation, windowCoverage } = own;
    const isWorth = evidence !== "unavailable" && evidence >= required;
    return {
      candidate,
      strength: { evidence, required, share, deviation, windowCoverage },
      sufficiency: judge(own.sufficiency, parameters),
      margin: evidence === "unavailable" ? 0 : evidence / required,
      isWorth,
      isTooBroad: !isWorth && evidence !== "unavailable" && evidence >= parameters.tau,
    };
  });
}

/** Orders by evidence over what is required; equal ones stay in rank order, because sorting is stable. */
export function byMargin(left: Weighed, right: Weighed): number {
  return right.margin - left.margin;
}

/** Returns what is said of the evidence of a whole pool; an empty one is insufficient, whatever was not measured. */
export function judgePool(
  { pool, signals }: Admission,
  parameters: GateParameters,
): Verdicts["sufficiency"] {
  const judged = judge(signals.sufficiency, parameters);
  const unmeasured = pool.candidates.length === 0 ? "insufficient" : "not_evaluated";
  return {
    evidence: signals.sufficiency,
    required: parameters.theta,
    judgement: judged === "unknown" ? unmeasured : judged,
  };
}

function judge(
  sufficiency: number | "unavailable",
  { theta, weakBelow }: GateParameters,
): Weighed["sufficiency"] {
  if (sufficiency === "unavailable") return "unknown";
  if (sufficiency < theta) return "insufficient";
  return sufficiency < weakBelow ? "weak" : "sufficient";
}

function medianOf(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] ?? 0;
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
