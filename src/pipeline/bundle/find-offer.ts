import type { Expansion } from "../../model/bundle-response.ts";
import type { Candidate } from "../../model/candidate.ts";
import { GRANULARITIES, type Offer, type RepresentationKind } from "../../model/representation.ts";

/** Returns the offer of a candidate that a decision names, or `"none"`. */
export function findOffer(candidate: Candidate, kind: RepresentationKind): Offer | "none" {
  const found = candidate.offers.find(
    ({ granularity, fidelity }) => granularity === kind.granularity && fidelity === kind.fidelity,
  );
  return found ?? "none";
}

/** Returns the richer forms in which a candidate can be shown, the least first, each granularity once. */
export function expansionsBeyond(
  candidate: Candidate,
  shown: RepresentationKind["granularity"],
): readonly Expansion[] {
  const from = GRANULARITIES.indexOf(shown);
  const richer = new Map<string, Expansion>();
  for (const { granularity, fidelity, tokens } of candidate.offers) {
    const isKnown = richer.has(granularity) && fidelity !== "exact";
    if (GRANULARITIES.indexOf(granularity) <= from || isKnown) continue;
    richer.set(granularity, { to: granularity, tokens });
  }
  return GRANULARITIES.flatMap((granularity) => richer.get(granularity) ?? []);
}
