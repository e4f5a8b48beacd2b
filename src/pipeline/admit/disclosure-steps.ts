import type { Candidate } from "../../model/candidate.ts";
import type { ReasonCode } from "../../model/decision.ts";
import type { Granularity, Offer } from "../../model/representation.ts";
import { exactOffer, identityOffer, leastOffer } from "./offers-of.ts";
import { MAX_WHOLE_TOKENS } from "./parameters.ts";

/** One form in which a candidate can be shown, on the way from its identity to all of it. */
export interface DisclosureStep {
  readonly offer: Offer;
  /** Levels between this one and the step before it that are left out, and why; `"none"` where none is. */
  readonly skipped: string | "none";
}

/**
 * Returns the forms that disclosure walks through, in their fixed order: identity, anchor, span, section, full (DIS-01). A span
 * stands before its section only where that is long. A level that is not offered, or that must not be shown of exact material, is
 * left out, and the next step says so.
 */
export function disclosureSteps(candidate: Candidate): readonly DisclosureStep[] {
  const section = exactOffer(candidate, "section");
  const isLong = section !== "none" && section.tokens > MAX_WHOLE_TOKENS;
  const isExact = candidate.minFidelity === "exact";
  const levels: readonly (readonly [Granularity, Offer | "none" | "forbidden"])[] = [
    ["identity", identityOffer(candidate)],
    ["anchor", isExact ? "forbidden" : leastOffer(candidate, "anchor")],
    ...(isLong && !isExact ? [["span", exactOffer(candidate, "span")] as const] : []),
    ["section", section],
    ["full", exactOffer(candidate, "full")],
  ];
  const steps: DisclosureStep[] = [];
  let skipped: string[] = [];
  for (const [granularity, offer] of levels) {
    if (offer === "none") skipped.push(`no ${granularity} is offered`);
    else if (offer === "forbidden") skipped.push(`its ${granularity} would not be word for word`);
    else {
      steps.push({ offer, skipped: skipped.length === 0 ? "none" : skipped.join(", ") });
      skipped = [];
    }
  }
  return steps;
}

/** Returns the reason for going on from a level: what was shown there was not enough. */
export function insufficiencyOf(granularity: Granularity): ReasonCode {
  if (granularity === "identifier" || granularity === "identity") return "insufficient_identity";
  return granularity === "anchor" ? "insufficient_anchor" : "insufficient_section";
}
