import type { AgeClass, Candidate } from "../../model/candidate.ts";
import { findDefinedNames } from "./defined-names.ts";
import { makeOffers, type OfferSource } from "./make-offers.ts";
import { type CandidateNames, matchExactly } from "./match-exactly.ts";
import type { TaskNames } from "./task-names.ts";

/** A candidate before its place in a pool is known. */
export type LooseCandidate = Omit<Candidate, "duplicateOf" | "id" | "overlapsWith">;

/** What a generator says of something it surfaced. */
export type Surfaced = Pick<Candidate, "generator" | "offered" | "rank" | "score">;

/** What holds of a candidate whether its text could be read back or not. */
export interface CandidateFacts extends Surfaced {
  readonly citation: Candidate["citation"];
  readonly ageDays: Candidate["ageDays"];
  readonly maxAgeDays: number;
  readonly observed: Candidate["observed"];
  readonly origin: Candidate["origin"];
  readonly provenance: Candidate["provenance"];
  readonly scope: string;
  readonly supersededBy: Candidate["supersededBy"];
}

/** Everything that a candidate is made from. */
export interface CandidateSource extends CandidateFacts, OfferSource {
  readonly names: TaskNames;
  /** What `namesOf` says of it. */
  readonly called: CandidateNames;
}

/** Says what a section is called, and what it defines. `hasTitle` is false where a title is but a text's first words. */
export function namesOf({
  hasTitle,
  section,
  sectionCut,
  version,
}: Pick<OfferSource, "section" | "sectionCut" | "version"> & {
  readonly hasTitle: boolean;
}): CandidateNames {
  const { kind, path, title } = version.artifact;
  const { text } = sectionCut;
  return {
    path,
    title: hasTitle ? title : "",
    headingPath: section.headingPath,
    defined: findDefinedNames(text.slice(0, MAX_NAMED_CHARS), kind),
  };
}

const MAX_NAMED_CHARS = 32_768;

/** Makes a candidate of a text that was read back and hashed again. */
export function toCandidate(source: CandidateSource): LooseCandidate {
  const { called, names, part, section, version } = source;
  const { artifact } = version;
  return {
    artifact: artifact.ref,
    fragment: `${artifact.version}#${part.startByte}-${part.endByte}`,
    version: artifact.version,
    source: artifact.source,
    title: artifact.title,
    headingPath: section.headingPath,
    exactMatch: matchExactly(names, called),
    minFidelity: source.minFidelity,
    recovery: { status: "resolved" },
    offers: makeOffers(source),
    ...factsOf(source),
  };
}

/** Something that was surfaced and could not be read back as it was cited. */
export interface LostSource extends CandidateFacts {
  readonly artifact: Candidate["artifact"];
  readonly source: Candidate["source"];
  readonly version: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly range: { readonly startByte: number; readonly endByte: number };
  readonly reason: string;
}

/**
 * Makes a candidate of what did not resolve. It stays in the pool, with nothing that could enter a bundle: a failed lookup is a
 * failure of recovery, and neither a rank nor a decision (REF-19, REF-20).
 */
export function toLostCandidate(lost: LostSource): LooseCandidate {
  const { artifact, headingPath, range, reason, source, title, version } = lost;
  return {
    artifact,
    fragment: `${version}#${range.startByte}-${range.endByte}`,
    version,
    source,
    title,
    headingPath,
    exactMatch: "none",
    minFidelity: "any",
    recovery: { status: "failed", reason },
    offers: [],
    ...factsOf(lost),
  };
}

type Facts = Surfaced &
  Pick<
    Candidate,
    | "ageClass"
    | "ageDays"
    | "citation"
    | "observed"
    | "origin"
    | "provenance"
    | "scope"
    | "supersededBy"
  >;

function factsOf(facts: CandidateFacts): Facts {
  const { ageDays, citation, generator, observed, offered, origin } = facts;
  const { maxAgeDays, provenance, rank, scope, score, supersededBy } = facts;
  return {
    generator,
    offered,
    rank,
    score,
    citation,
    observed,
    ageDays,
    ageClass: ageClassOf(ageDays, maxAgeDays),
    origin,
    provenance,
    scope,
    supersededBy,
  };
}

/** Decided here, so that a policy reads no clock (FRE-23). */
function ageClassOf(ageDays: Candidate["ageDays"], maxAgeDays: number): AgeClass {
  if (ageDays === "unknown") return "unknown";
  return ageDays > maxAgeDays ? "outdated" : "dated";
}
