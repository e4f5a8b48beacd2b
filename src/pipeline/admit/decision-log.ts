import type { Candidate } from "../../model/candidate.ts";
import type { Decision, Reason, Strength, Verdict } from "../../model/decision.ts";
import type { Offer } from "../../model/representation.ts";

/** A decision in the making; what the log knows by itself is added there. */
export interface DecisionDraft {
  readonly candidate: Candidate;
  readonly verdict: Verdict;
  readonly offer: Offer | "none";
  readonly reason: Reason;
  readonly strength?: Strength;
  readonly conflictsWith?: readonly string[];
}

/** Decisions in the order in which they are made, each with what stood in the bundle then. */
export interface DecisionLog {
  add(draft: DecisionDraft): Decision;
  /** Records that two admitted candidates differ in numbers or names, on both. */
  flagConflict(left: string, right: string): void;
  /** The decision that holds for a candidate so far. */
  last(candidate: string): Decision | "none";
  /** Candidates whose last decision lets them enter, in the order of those decisions. */
  entering(): readonly Decision[];
  all(): readonly Decision[];
}

/** No evidence was looked at. */
export const NO_STRENGTH: Strength = {
  evidence: "unavailable",
  required: "unavailable",
  share: "unavailable",
  deviation: "unavailable",
  windowCoverage: "unavailable",
};

export function createDecisionLog(policyVersion: string): DecisionLog {
  const decisions: Decision[] = [];
  const lastStep = new Map<string, number>();

  function last(candidate: string): Decision | "none" {
    const step = lastStep.get(candidate);
    return step === undefined ? "none" : (decisions[step - 1] ?? "none");
  }

  function entering(): readonly Decision[] {
    return decisions.filter(
      (decision) => isEntering(decision) && lastStep.get(decision.candidate) === decision.step,
    );
  }

  function add(draft: DecisionDraft): Decision {
    const { candidate, verdict, offer, reason, strength = NO_STRENGTH } = draft;
    const before = entering().filter((decision) => decision.candidate !== candidate.id);
    const artifacts = new Set(before.map(({ artifact }) => artifact));
    const earlier = lastStep.get(candidate.id);
    const decision: Decision = {
      step: decisions.length + 1,
      candidate: candidate.id,
      artifact: candidate.artifact,
      verdict,
      representation:
        offer === "none" ? "none" : { granularity: offer.granularity, fidelity: offer.fidelity },
      reason,
      tokensPlanned: offer === "none" ? 0 : offer.tokens,
      tokensAdmitted: 0,
      policyVersion,
      follows: earlier ?? "none",
      strength,
      diversity: {
        artifactsBefore: artifacts.size,
        isKnownArtifact: artifacts.has(candidate.artifact),
        overlaps: before
          .map((each) => each.candidate)
          .filter((id) => candidate.overlapsWith.includes(id)),
      },
      conflictsWith: [...(draft.conflictsWith ?? [])].sort(),
    };
    decisions.push(decision);
    lastStep.set(candidate.id, decision.step);
    return decision;
  }

  function flag(of: string, with_: string): void {
    const step = lastStep.get(of);
    const decision = step === undefined ? undefined : decisions[step - 1];
    if (decision === undefined || decision.conflictsWith.includes(with_)) return;
    decisions[decision.step - 1] = {
      ...decision,
      conflictsWith: [...decision.conflictsWith, with_].sort(),
    };
  }

  return {
    add,
    flagConflict: (left, right) => {
      flag(left, right);
      flag(right, left);
    },
    last,
    entering,
    all: () => decisions,
  };
}

/** Whether a decision puts something into the bundle. */
export function isEntering({ verdict, representation }: Decision): boolean {
  return (verdict === "admit" || verdict === "expand") && representation !== "none";
}
