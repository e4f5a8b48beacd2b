import type { Verdicts } from "../../model/decision.ts";
import type { AdmissionInput, Policy } from "../../ports/policy.ts";
import { freezePool, freezeResident } from "./freeze-pool.ts";

/** Makes a policy of a rule. What the rule sees is frozen and in canonical order, whoever calls. */
export function definePolicy(version: string, decide: (input: AdmissionInput) => Verdicts): Policy {
  return {
    version,
    decide: ({ pool, resident, budget }) =>
      decide(
        Object.freeze({
          pool: freezePool(pool),
          resident: freezeResident(resident),
          budget: Object.freeze({ tokens: budget.tokens, bytes: budget.bytes }),
        }),
      ),
  };
}
