import type { DecisionCount, DecisionView } from "../../model/bundle-response.ts";
import type { Decision } from "../../model/decision.ts";

/** A decision without what only the ledger keeps. */
export function viewDecision(decision: Decision): DecisionView {
  const {
    strength: _strength,
    diversity: _diversity,
    conflictsWith: _conflicts,
    ...view
  } = decision;
  return view;
}

/** Decisions as counts of verdict and reason, in the order in which each was first made. */
export function countDecisions(decisions: readonly Decision[]): readonly DecisionCount[] {
  const counts = new Map<string, DecisionCount>();
  for (const { verdict, reason } of decisions) {
    const key = `${verdict} ${reason.code}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { verdict, reason: reason.code, count });
  }
  return [...counts.values()];
}
