import type { Candidate } from "../../model/candidate.ts";
import type { Granularity, Offer } from "../../model/representation.ts";
import { ownOffer } from "./screen-candidate.ts";

/** A section of so many tokens enters whole; a longer one as a span. */
export const WHOLE_SECTION_TOKENS = 400;

/** The exact offer of a granularity, or `"none"`. */
export function exactOffer({ offers }: Candidate, granularity: Granularity): Offer | "none" {
  return (
    offers.find((offer) => offer.granularity === granularity && offer.fidelity === "exact") ??
    "none"
  );
}

/**
 * Returns the forms in which a candidate may be admitted, the one wanted first: its section where that is short, else its span.
 * Material that must be exact has one form alone, its own size (GRA-08).
 */
export function admissibleOffers(candidate: Candidate): readonly Offer[] {
  const section = exactOffer(candidate, "section");
  const span = exactOffer(candidate, "span");
  const own = ownOffer(candidate);
  if (candidate.minFidelity === "exact") {
    const whole = section === "none" ? own : section;
    return whole === "none" ? [] : [whole];
  }
  const isShort = section !== "none" && section.tokens <= WHOLE_SECTION_TOKENS;
  const wanted = isShort ? [section, span] : [span, own];
  return [...new Set(wanted.filter((offer): offer is Offer => offer !== "none"))].filter(
    ({ text }) => text !== "deferred",
  );
}

/** How a candidate that does not enter is named: by an anchor where there is much behind it, else by its identity. */
export function namingOffer(candidate: Candidate): Offer | "none" {
  const identity = candidate.offers.find(({ granularity }) => granularity === "identity");
  const anchor = candidate.offers.find(({ granularity }) => granularity === "anchor");
  const section = exactOffer(candidate, "section");
  const isLong = section !== "none" && section.tokens > WHOLE_SECTION_TOKENS;
  return (isLong ? anchor : undefined) ?? identity ?? "none";
}
