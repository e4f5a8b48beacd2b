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

/** How much of a candidate its reader has: the granularity, and the lines that are there word for word. */
export interface ShownForm {
  readonly granularity: RepresentationKind["granularity"];
  readonly exactLines: Offer["lines"];
}

/**
 * Returns the richer forms in which a candidate can be shown, the least first, each granularity once. What holds no line that the
 * reader does not have word for word already is no richer, whatever it is called.
 */
export function expansionsBeyond(candidate: Candidate, shown: ShownForm): readonly Expansion[] {
  const from = GRANULARITIES.indexOf(shown.granularity);
  const richer = new Map<string, Expansion>();
  for (const { granularity, fidelity, lines, tokens } of candidate.offers) {
    const isKnown = richer.has(granularity) && fidelity !== "exact";
    if (GRANULARITIES.indexOf(granularity) <= from || isKnown || holds(shown.exactLines, lines)) {
      continue;
    }
    richer.set(granularity, { to: granularity, tokens });
  }
  return GRANULARITIES.flatMap((granularity) => richer.get(granularity) ?? []);
}

function holds(outer: Offer["lines"], inner: Offer["lines"]): boolean {
  if (outer === "none" || inner === "none") return false;
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}
