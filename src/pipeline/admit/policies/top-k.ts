import type { Policy } from "../../../ports/policy.ts";
import { definePolicy } from "../define-policy.ts";
import { openBaseline } from "./baseline.ts";

/**
 * Admits the first `count` candidates by rank. Couples ranking and admission in one number, whatever the task needs; the
 * baseline that every gate is measured against (ADM-35, ADM-37).
 */
export function createTopK(count: number): Policy {
  const version = `top-k/1:${count}`;
  return definePolicy(version, (input) => {
    const admission = openBaseline(input, version);
    let admitted = 0;
    for (const candidate of admission.open) {
      if (admitted >= count) admission.reject(candidate, { code: "policy_rejects" });
      else if (admission.enter(candidate, { code: "policy_admits" })) admitted++;
    }
    return admission.close();
  });
}
