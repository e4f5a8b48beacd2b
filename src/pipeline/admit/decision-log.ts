import type { Candidate } from "../../model/candidate.ts";
import type { Decision, Diversity, Reason, Strength, Verdict } from "../../model/decision.ts";
import type { Offer } from "../../model/representation.ts";

/** A decision in the making; what the log knows by itself is added there. */
export interface DecisionDraft {
  readonly candidate: Candidate;
  readonly verdict: Verdict;
  readonly offer: Offer | "none";
  readonly reason: Reason;
  readonly strength?: Strength;
}

/** Something that enters, by the decision that holds. */
export interface Entering {
  readonly candidate: Candidate;
  readonly offer: Offer;
}

/** Decisions in the order in which they are made, each with what stood in the bundle then. */
export interface DecisionLog {
  add(draft: DecisionDraft): Decision;
  /** Whether anything was decided about a candidate. */
  knows(candidate: string): boolean;
  /** What enters so far, in the order in which it was let in. */
  entering(): readonly Entering[];
  /** Every decision; `conflicts` are the ids that each candidate's last one is to name. */
  finish(conflicts: ReadonlyMap<string, readonly string[]>): readonly Decision[];
}

/** No evidence was looked at. */
export const NO_STRENGTH: Strength = {
  evidence: "unavailable",
  required: "unavailable",
  share: "unavailable",
  deviation: "unavailable",
  windowCoverage: "unavailable",
};

interface Entry {
  readonly draft: DecisionDraft;
  readonly decision: Decision;
}

/** Opens an empty log of one policy. */
export function createDecisionLog(policyVersion: string): DecisionLog {
  const entries: Entry[] = [];
  const last = new Map<string, Entry>();
  const entering = (): readonly Entering[] =>
    entries.flatMap((entry) => {
      const { candidate, offer } = entry.draft;
      const isLast = last.get(candidate.id) === entry;
      return isLast && offer !== "none" && enters(entry.decision) ? [{ candidate, offer }] : [];
    });
  return {
    add: (draft) => {
      const { candidate, offer } = draft;
      const decision: Decision = {
        step: entries.length + 1,
        candidate: candidate.id,
        artifact: candidate.artifact,
        verdict: draft.verdict,
        representation: kindOf(offer),
        reason: draft.reason,
        tokensPlanned: offer === "none" ? 0 : offer.tokens,
        tokensAdmitted: 0,
        policyVersion,
        follows: last.get(candidate.id)?.decision.step ?? "none",
        strength: draft.strength ?? NO_STRENGTH,
        diversity: diversityOf(candidate, entering()),
        conflictsWith: [],
      };
      const entry = { draft, decision };
      entries.push(entry);
      last.set(candidate.id, entry);
      return decision;
    },
    knows: (candidate) => last.has(candidate),
    entering,
    finish: (conflicts) =>
      entries.map((entry) => {
        const { decision } = entry;
        const isLast = last.get(decision.candidate) === entry;
        return isLast
          ? { ...decision, conflictsWith: conflicts.get(decision.candidate) ?? [] }
          : decision;
      }),
  };
}

/** Returns whether a decision puts something into the bundle. */
export function enters({ verdict, representation }: Decision): boolean {
  return (verdict === "admit" || verdict === "expand") && representation !== "none";
}

function kindOf(offer: Offer | "none"): Decision["representation"] {
  if (offer === "none") return "none";
  return { granularity: offer.granularity, fidelity: offer.fidelity };
}

function diversityOf(candidate: Candidate, entering: readonly Entering[]): Diversity {
  const before = entering.map((each) => each.candidate).filter(({ id }) => id !== candidate.id);
  const artifacts = new Set(before.map(({ artifact }) => artifact));
  return {
    artifactsBefore: artifacts.size,
    isKnownArtifact: artifacts.has(candidate.artifact),
    // A candidate lists those before it in the pool; the other one may have been decided about first.
    overlaps: before
      .filter(
        ({ id, overlapsWith }) =>
          candidate.overlapsWith.includes(id) || overlapsWith.includes(candidate.id),
      )
      .map(({ id }) => id),
  };
}
