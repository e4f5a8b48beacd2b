import type { Decision } from "../../model/decision.ts";

/** Returns the decision that holds for each candidate: the last step about it. */
export function lastDecisions(decisions: readonly Decision[]): ReadonlyMap<string, Decision> {
  const last = new Map<string, Decision>();
  for (const decision of decisions) {
    const known = last.get(decision.candidate);
    if (known === undefined || decision.step > known.step) last.set(decision.candidate, decision);
  }
  return last;
}

/** Returns whether a decision puts something into the bundle. */
export function enters({ verdict, representation }: Decision): boolean {
  return (verdict === "admit" || verdict === "expand") && representation !== "none";
}
