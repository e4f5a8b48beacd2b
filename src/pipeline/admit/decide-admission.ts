import { policyInvalid } from "../../errors-of-admission.ts";
import type { Verdicts } from "../../model/decision.ts";
import type { AdmissionInput, Policy } from "../../ports/policy.ts";
import { freezePool, freezeResident } from "./freeze-pool.ts";
import { validateVerdicts } from "./validate-verdicts.ts";

/**
 * Lets a policy, of this program or of one's own, decide about a pool, and holds it to its contract. What it sees is a frozen copy
 * of what it may know. Refuses with `policy_invalid` a policy that throws, or that returns no decisions.
 */
export function decideAdmission(policy: Policy, input: AdmissionInput): Verdicts {
  const { tokens, bytes } = input.budget;
  const seen: AdmissionInput = Object.freeze({
    pool: freezePool(input.pool),
    resident: freezeResident(input.resident),
    budget: Object.freeze({ tokens, bytes }),
  });
  return validateVerdicts(seen, ask(policy, seen), policy.version);
}

function ask(policy: Policy, input: AdmissionInput): unknown {
  try {
    return policy.decide(input);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw policyInvalid(policy.version, `it threw: ${said}`, error);
  }
}
