import type { Candidate } from "../../model/candidate.ts";
import type { Granularity, Offer } from "../../model/representation.ts";

/** Returns the exact offer of a granularity, or `"none"`. */
export function exactOffer({ offers }: Candidate, granularity: Granularity): Offer | "none" {
  const found = offers.find(
    (offer) => offer.granularity === granularity && offer.fidelity === "exact",
  );
  return found ?? "none";
}

/** Returns the exact form in which a candidate was surfaced, else the richest one whose text is there, else `"none"`. */
export function ownOffer(candidate: Candidate): Offer | "none" {
  const own = exactOffer(candidate, candidate.offered);
  if (own !== "none") return own;
  const exact = candidate.offers.filter(({ fidelity }) => fidelity === "exact");
  return exact.findLast(({ text }) => text !== "deferred") ?? exact.at(-1) ?? "none";
}

/** Returns the exact form with the most text that the pool holds: what the evidence of a candidate is read from. */
export function readableOffer(candidate: Candidate): Offer | "none" {
  const own = ownOffer(candidate);
  if (own === "none" || own.text !== "deferred") return own;
  const held = candidate.offers.findLast(
    ({ fidelity, text }) => fidelity === "exact" && text !== "deferred",
  );
  return held ?? "none";
}

/**
 * Returns the forms in which a candidate may be admitted, the wanted one first and what it falls to after it: its section where
 * that has at most `maxWholeTokens`, else its span. Material that must be exact has one form alone, its own size (GRA-08).
 */
export function admissibleOffers(candidate: Candidate, maxWholeTokens: number): readonly Offer[] {
  const section = exactOffer(candidate, "section");
  const span = exactOffer(candidate, "span");
  if (candidate.minFidelity === "exact") return listed(verbatimOffer(candidate));
  if (isNamedByLines(candidate)) return listed(span);
  if (section !== "none" && section.tokens <= maxWholeTokens) return listed(section, span);
  return span === "none" ? listed(section === "none" ? ownOffer(candidate) : section) : [span];
}

/** Returns the forms in which a baseline admits: a candidate as a whole, and its span where that does not fit. */
export function wholeOffers(candidate: Candidate): readonly Offer[] {
  if (candidate.minFidelity === "exact") return listed(verbatimOffer(candidate));
  if (isNamedByLines(candidate)) return listed(exactOffer(candidate, "span"));
  const section = exactOffer(candidate, "section");
  return listed(section === "none" ? ownOffer(candidate) : section, exactOffer(candidate, "span"));
}

/** Whether somebody named its very lines: then those are wanted, and not the section around them (GRA-02). */
function isNamedByLines(candidate: Candidate): boolean {
  const { offered, rank } = candidate;
  return rank === "unavailable" && offered === "span" && exactOffer(candidate, "span") !== "none";
}

/** How material that must be exact enters: as a whole section, or as what it was surfaced as. */
function verbatimOffer(candidate: Candidate): Offer | "none" {
  const section = exactOffer(candidate, "section");
  return section === "none" ? ownOffer(candidate) : section;
}

function listed(...offers: readonly (Offer | "none")[]): readonly Offer[] {
  return [...new Set(offers.filter((offer): offer is Offer => offer !== "none"))];
}

/** Returns how a candidate is named that does not enter: by an anchor where much is behind it, else by its identity. */
export function namingOffer(candidate: Candidate, maxWholeTokens: number): Offer | "none" {
  const section = exactOffer(candidate, "section");
  const isLong = section !== "none" && section.tokens > maxWholeTokens;
  const anchor = isLong ? leastOffer(candidate, "anchor") : "none";
  return anchor === "none" ? identityOffer(candidate) : anchor;
}

/** Returns a candidate's identity, its identifier where it has none, or `"none"`. */
export function identityOffer(candidate: Candidate): Offer | "none" {
  const identity = leastOffer(candidate, "identity");
  return identity === "none" ? leastOffer(candidate, "identifier") : identity;
}

/** Returns the offer of a granularity with the fewest tokens, or `"none"`. */
export function leastOffer({ offers }: Candidate, granularity: Granularity): Offer | "none" {
  const all = offers.filter((offer) => offer.granularity === granularity);
  return all.reduce<Offer | "none">(
    (least, offer) => (least === "none" || offer.tokens < least.tokens ? offer : least),
    "none",
  );
}
