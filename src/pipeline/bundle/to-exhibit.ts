import type { Composition, Exhibit } from "../../model/bundle-response.ts";
import type { Candidate } from "../../model/candidate.ts";
import { ORIENTATION } from "../../model/envelope.ts";
import type { Granularity, Offer } from "../../model/representation.ts";
import type { Resident, ResidentExhibit } from "../../model/resident.ts";
import { expansionsBeyond } from "./find-offer.ts";

/** An offer with its text at hand: what was deferred has been loaded. */
export type LoadedOffer = Offer & { readonly text: string };

export interface ExhibitPlace {
  readonly label: string;
  /** 1-based among the exhibits of the bundle. */
  readonly position: number;
  readonly conflictsWith: readonly string[];
  readonly composition: Composition;
}

/** Returns an admitted representation as it stands in the bundle, with its source beside it (CIT-13, CIT-15). */
export function toExhibit(candidate: Candidate, offer: LoadedOffer, place: ExhibitPlace): Exhibit {
  return {
    ...place,
    candidate: candidate.id,
    artifact: candidate.artifact,
    title: candidate.title,
    headingPath: candidate.headingPath,
    representation: { granularity: offer.granularity, fidelity: offer.fidelity },
    wordedBy: offer.wordedBy,
    text: offer.text,
    tokens: offer.tokens,
    citation: offer.citation,
    observed: candidate.observed,
    ageDays: candidate.ageDays,
    ageClass: candidate.ageClass,
    origin: candidate.origin,
    provenance: candidate.provenance,
    authority: ORIENTATION,
    scope: candidate.scope,
    notShown: offer.notShown,
    expansions: expansionsBeyond(candidate, {
      granularity: offer.granularity,
      exactLines: offer.fidelity === "exact" ? offer.lines : "none",
    }),
  };
}

/** What of the resident bundle is the same artifact, the richest first. */
export function residentOf(candidate: Candidate, resident: Resident): readonly ResidentExhibit[] {
  return resident.exhibits.filter(({ artifact }) => artifact === candidate.artifact);
}

const PART: readonly Granularity[] = ["section", "span"];
const NAMED: readonly Granularity[] = ["identifier", "identity", "anchor"];

/**
 * Returns how a representation stands to what the reader has of its artifact: a section beside an anchor is the working shape, a
 * whole beside an anchor the escalation, and two sections are one source admitted twice (ADM-31 to ADM-33).
 */
export function composeWith(
  granularity: Granularity,
  held: readonly Pick<ResidentExhibit, "label" | "representation">[],
  label: string,
): Composition {
  const kinds = held.map((exhibit) => exhibit.representation.granularity);
  const hasPart = kinds.some((kind) => PART.includes(kind));
  if (PART.includes(granularity) && hasPart && !held.some((each) => each.label === label)) {
    return "section+section";
  }
  const hasName = kinds.some((kind) => NAMED.includes(kind));
  if (granularity === "full" && (hasName || hasPart)) return "anchor+full";
  if (PART.includes(granularity) && hasName) return "anchor+section";
  return held.some((each) => each.label === label) ? "replaces" : "alone";
}
