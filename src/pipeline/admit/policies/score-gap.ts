import type { Candidate } from "../../../model/candidate.ts";
import type { Strength } from "../../../model/decision.ts";
import type { Policy } from "../../../ports/policy.ts";
import type { Admission } from "../admission.ts";
import { definePolicy } from "../define-policy.ts";
import { openBaseline } from "./baseline.ts";

/**
 * Admits what stands above the largest gap between neighboring scores, for each generator and source by itself (adaptive k).
 * What has no score is named.
 */
export function createScoreGap(): Policy {
  const version = "score-gap/1";
  return definePolicy(version, (input) => {
    const admission = openBaseline(input, version);
    const limits = limitsOf(admission);
    for (const candidate of admission.open) {
      const { share, deviation } = admission.signals.of(candidate);
      const required = limits.get(keyOf(candidate)) ?? "unavailable";
      const strength: Strength = {
        evidence: share,
        required,
        share,
        deviation,
        windowCoverage: "unavailable",
      };
      if (share === "unavailable" || required === "unavailable") {
        admission.name(candidate, { code: "score_unavailable" }, strength);
      } else if (share >= required) admission.enter(candidate, { code: "policy_admits" }, strength);
      else admission.reject(candidate, { code: "below_threshold" }, strength);
    }
    return admission.close();
  });
}

/** The share of the last candidate above the gap. */
function limitsOf({ open, signals }: Admission): ReadonlyMap<string, number> {
  const shares = new Map<string, number[]>();
  for (const candidate of open) {
    const { share } = signals.of(candidate);
    if (share === "unavailable") continue;
    shares.set(keyOf(candidate), [...(shares.get(keyOf(candidate)) ?? []), share]);
  }
  return new Map([...shares].map(([key, list]) => [key, aboveGap(list)]));
}

function aboveGap(shares: readonly number[]): number {
  const falling = [...shares].sort((left, right) => right - left);
  let limit = falling[0] ?? 0;
  let largest = 0;
  falling.forEach((share, place) => {
    const gap = share - (falling[place + 1] ?? share);
    if (gap <= largest) return;
    largest = gap;
    limit = share;
  });
  return limit;
}

function keyOf({ generator, source }: Candidate): string {
  return `${generator} ${source}`;
}
