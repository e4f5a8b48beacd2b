import type { Policy } from "../../../ports/policy.ts";
import { definePolicy } from "../define-policy.ts";
import { openBaseline } from "./baseline.ts";

/** Admits nothing: what a task costs, and how it ends, without any of this. */
export function createNone(): Policy {
  const version = "none/1";
  return definePolicy(version, (input) => {
    const admission = openBaseline(input, version);
    for (const candidate of admission.open) admission.reject(candidate, { code: "policy_rejects" });
    return admission.close();
  });
}
