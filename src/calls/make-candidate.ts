import type { Artifact, ArtifactRef, SourceName } from "../model/artifact.ts";
import type { Citation } from "../model/citation.ts";
import type { Passage } from "../model/passage.ts";
import { sha256 } from "../pipeline/cite/excerpt.ts";
import type { PlaceNow } from "../pipeline/cite/locate-excerpt.ts";
import type { TermWeights } from "../pipeline/gather/choose-span.ts";
import { locateSection } from "../pipeline/gather/locate-section.ts";
import { type CandidateNames, matchExactly } from "../pipeline/gather/match-exactly.ts";
import { provenanceOf } from "../pipeline/gather/provenance-of.ts";
import type { TaskNames } from "../pipeline/gather/task-names.ts";
import {
  type CandidateFacts,
  type LooseCandidate,
  namesOf,
  type Surfaced,
  toCandidate,
  toLostCandidate,
} from "../pipeline/gather/to-candidate.ts";
import {
  type Cut,
  cutLines,
  cutTrimmed,
  type VersionText,
} from "../pipeline/gather/version-text.ts";
import { ageInDays } from "../pipeline/respond/assess-sources.ts";
import { narrowToSection } from "../pipeline/respond/observed-of.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { Located } from "./cite-candidates.ts";
import { isStoreName } from "./entry-artifact.ts";
import type { ReadVersion, VersionReader } from "./read-versions.ts";
import type { CallParts } from "./session.ts";

/** Which part of an artifact was surfaced: a passage, lines somebody named, or whatever it begins with. */
export type SurfacedPart =
  | { readonly kind: "passage"; readonly position: number }
  | { readonly kind: "lines"; readonly startLine: number; readonly endLine: number }
  | { readonly kind: "start" };

/** Something a generator surfaced, before it is read back. */
export interface Surfacing extends Surfaced {
  readonly ref: ArtifactRef;
  readonly source: SourceName;
  readonly version: string;
  readonly part: SurfacedPart;
  /** Where it is read back from, or in a few words why there is nothing to read. */
  readonly located: Located | string;
  /** Left out where the task must name it exactly and does not. */
  readonly mustBeNamed?: boolean;
}

/** What every candidate of a pool is made by. */
export interface CandidateMaker {
  readonly parts: CallParts;
  readonly reader: VersionReader;
  readonly counter: TokenCounter;
  readonly names: TaskNames;
  readonly weights: TermWeights;
  readonly isExact: (path: string) => boolean;
  readonly maxAgeDays: number;
  readonly nowMs: number;
}

/** A candidate with the artifact it is of, dated as its own section is, and where that stands now. */
export interface MadeCandidate {
  readonly candidate: LooseCandidate;
  readonly shown: { readonly artifact: Artifact; readonly place: PlaceNow } | "none";
}

/**
 * Reads back what a generator surfaced, hashes it again and makes a candidate of it. What does not resolve becomes a candidate
 * whose recovery failed; it is never silently dropped (REF-19). `"unnamed"` where the task had to name it.
 */
export async function makeCandidate(
  maker: CandidateMaker,
  surfacing: Surfacing,
): Promise<MadeCandidate | "unnamed"> {
  const { located } = surfacing;
  const lose = (reason: string): MadeCandidate | "unnamed" =>
    surfacing.mustBeNamed === true ? "unnamed" : loseCandidate(maker, surfacing, reason);
  if (typeof located === "string") return lose(located);
  if (located.artifact.version !== surfacing.version) return lose("not in this generation");
  const read = await maker.reader.read(located);
  if (typeof read === "string") return lose(read);
  const found = findPart(read.version, surfacing.part);
  if (typeof found === "string") return lose(found);
  return citePart(maker, { ...surfacing, located }, { ...read, ...found });
}

interface FoundPart {
  readonly part: Cut;
  /** The passage that the part is or begins in. */
  readonly position: number;
}

function findPart(version: VersionText, wanted: SurfacedPart): FoundPart | string {
  const { passages, starts } = version;
  if (wanted.kind === "lines") {
    const { endLine, startLine } = wanted;
    if (endLine > starts.length) return `it has ${starts.length} lines, not ${endLine}`;
    const position = passages.findIndex((passage) => passage.endLine >= startLine);
    if (position < 0) return "no passage holds these lines";
    return { part: cutLines(version, startLine, endLine), position };
  }
  const first = passages.findIndex(({ kind }) => kind !== "metadata");
  const position = wanted.kind === "passage" ? wanted.position : Math.max(0, first);
  const passage = passages[position];
  if (passage === undefined) return "passage missing";
  if (sha256(bytesOf(version, passage)) !== passage.sha256) {
    return "stored text does not hash to its citation";
  }
  return { part: cutTrimmed(version, passage), position };
}

function citePart(
  maker: CandidateMaker,
  surfacing: Surfacing & { readonly located: Located },
  { author, cite, part, position, version }: ReadVersion & FoundPart,
): MadeCandidate | "unnamed" {
  const { artifact: whole, entry } = surfacing.located;
  const section = locateSection(version.passages, position);
  if (section === "unknown") return "unnamed";
  const artifact = narrowToSection(whole, section.headingPath);
  const hasTitle = entry === "none" || entry.kind === "note";
  const sectionCut = cutTrimmed(version, section);
  const names: CandidateNames = namesOf({ version, section, sectionCut, hasTitle });
  if (surfacing.mustBeNamed === true && matchExactly(maker.names, names) === "none") {
    return "unnamed";
  }
  const citation = cite(part);
  const isExact = author.minFidelity === "exact" || maker.isExact(artifact.path);
  const isPart = part.startByte > sectionCut.startByte || part.endByte < sectionCut.endByte;
  const offered = isPart && surfacing.offered === "section" ? "span" : surfacing.offered;
  const candidate = toCandidate({
    ...factsOf(maker, { ...surfacing, offered }, { artifact, citation }),
    version: { ...version, artifact },
    part,
    section,
    sectionCut,
    isAskedFor: surfacing.part.kind === "lines",
    author,
    minFidelity: isExact ? "exact" : "any",
    // The path of an entry is a hash, which tells a reader nothing.
    path: isStoreName(artifact.source) ? artifact.source : citation.path,
    weights: maker.weights,
    counter: maker.counter,
    cite,
    names: maker.names,
    called: names,
  });
  return { candidate, shown: { artifact, place: placeOf(citation) } };
}

function placeOf({ relocatedTo, state }: Citation): PlaceNow {
  return relocatedTo === undefined ? { state } : { state, relocatedTo };
}

function bytesOf(
  { bytes }: VersionText,
  { startByte, endByte }: Pick<Passage, "endByte" | "startByte">,
): Uint8Array {
  return bytes.subarray(startByte, endByte);
}

function factsOf(
  maker: CandidateMaker,
  surfacing: Surfacing & { readonly located: Located },
  { artifact, citation }: { readonly artifact: Artifact; readonly citation: Citation },
): CandidateFacts {
  const { generator, offered, rank, score } = surfacing;
  const { entry } = surfacing.located;
  const { at, basis } = artifact.observed;
  return {
    generator,
    offered,
    rank,
    score,
    citation,
    observed: { at, basis },
    ageDays: ageInDays(artifact.observed, maker.nowMs),
    maxAgeDays: maker.maxAgeDays,
    origin: artifact.origin,
    provenance: provenanceOf(artifact, entry),
    scope: maker.parts.project.name,
    supersededBy: entry === "none" ? "none" : entry.supersededBy,
  };
}

function loseCandidate(maker: CandidateMaker, surfacing: Surfacing, reason: string): MadeCandidate {
  const { generator, located, offered, part, rank, ref, score, source, version } = surfacing;
  const lines = part.kind === "lines" ? part : NO_LINES;
  const base = {
    artifact: ref,
    source,
    version,
    headingPath: [],
    range: { startByte: 0, endByte: 0 },
    reason,
  };
  if (typeof located !== "string") {
    const { artifact } = located;
    const path = maker.parts.toDisplayPath(artifact.source, artifact.path);
    const citation = unproven(path, version, lines);
    const facts = factsOf(maker, { ...surfacing, located }, { artifact, citation });
    return {
      candidate: toLostCandidate({ ...facts, ...base, title: artifact.title }),
      shown: "none",
    };
  }
  const candidate = toLostCandidate({
    ...base,
    generator,
    offered,
    rank,
    score,
    title: ref,
    citation: unproven(ref, version, lines),
    observed: { at: "unknown", basis: "unknown" },
    ageDays: "unknown",
    maxAgeDays: maker.maxAgeDays,
    origin: "authored",
    provenance: provenanceOf({ path: ref, source }, "none"),
    scope: maker.parts.project.name,
    supersededBy: "none",
  });
  return { candidate, shown: "none" };
}

/** Which lines it is in nobody knows. */
const NO_LINES = { startLine: 0, endLine: 0 };

/** What was meant to be cited, and could not be. */
function unproven(
  path: string,
  version: string,
  { startLine, endLine }: Pick<Citation, "endLine" | "startLine">,
): Citation {
  return {
    path,
    startLine,
    endLine,
    version: version.slice(0, 16),
    excerptSha256: "unknown",
    state: "unchecked",
  };
}
