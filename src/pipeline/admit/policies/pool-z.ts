import type { Strength } from "../../../model/decision.ts";
import type { Policy } from "../../../ports/policy.ts";
import { definePolicy } from "../define-policy.ts";
import { openBaseline } from "./baseline.ts";

/**
 * Admits what lies at least `minDeviation` standard deviations above its generator's mean. Half of what `lexgate` gains is this
 * alone, so it stays as the baseline to beat. What has no score is named.
 */
export function createPoolZ(minDeviation: number): Policy {
  const version = `pool-z/1:${minDeviation}`;
  return definePolicy(version, (input) => {
    const admission = openBaseline(input, version);
    for (const candidate of admission.open) {
      const { share, deviation } = admission.signals.of(candidate);
      const strength: Strength = {
        evidence: deviation,
        required: minDeviation,
        share,
        deviation,
        windowCoverage: "unavailable",
      };
      if (deviation === "unavailable") {
        admission.name(candidate, { code: "score_unavailable" }, strength);
      } else if (deviation >= minDeviation) {
        admission.enter(candidate, { code: "policy_admits" }, strength);
      } else admission.reject(candidate, { code: "below_threshold" }, strength);
    }
    return admission.close();
  });
}
