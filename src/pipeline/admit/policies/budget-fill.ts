import type { Policy } from "../../../ports/policy.ts";
import { definePolicy } from "../define-policy.ts";
import { openBaseline } from "./baseline.ts";

/**
 * Admits by rank whatever still fits, up to `maxTokens` or the budget where that is less: what accounting alone would do,
 * without a gate.
 */
export function createBudgetFill(maxTokens: number | "budget"): Policy {
  const version = maxTokens === "budget" ? "budget-fill/1" : `budget-fill/1:${maxTokens}`;
  return definePolicy(version, ({ pool, resident, budget }) => {
    const tokens = maxTokens === "budget" ? budget.tokens : Math.min(maxTokens, budget.tokens);
    const admission = openBaseline({ pool, resident, budget: { ...budget, tokens } }, version);
    for (const candidate of admission.open) admission.enter(candidate, { code: "policy_admits" });
    return admission.close();
  });
}
