import type { ArtifactRef, Origin, SourceName } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { TimeBasis } from "./instant.ts";
import type { Offer } from "./representation.ts";

/**
 * What offered a candidate. The program runs `lexical_search`, `text_search`, `identifier_lookup`, `file_lookup`,
 * `memory_recall`, `tool_search` (captured output) and `timeline`; a pool of one's own may name any of them (CAN-03, CAN-04).
 */
export type GeneratorName =
  | "agent_navigation"
  | "database_query"
  | "embedding_search"
  | "file_lookup"
  | "graph_lookup"
  | "identifier_lookup"
  | "lexical_search"
  | "memory_recall"
  | "text_search"
  | "timeline"
  | "tool_search";

/** Every generator, alphabetical. */
export const GENERATOR_NAMES: readonly GeneratorName[] = [
  "agent_navigation",
  "database_query",
  "embedding_search",
  "file_lookup",
  "graph_lookup",
  "identifier_lookup",
  "lexical_search",
  "memory_recall",
  "text_search",
  "timeline",
  "tool_search",
];

/**
 * Whose words a text is (AUT-08). A project note is no instruction of a user, and an instruction of an earlier session is none
 * of this one: whatever stands here, the text may authorize nothing.
 */
export type Provenance =
  | "agent-message"
  | "memory"
  | "project-note"
  | "record"
  | "tool-output"
  | "user-instruction"
  | "workspace-file";

/** Decided when the candidate is made, so that a policy reads no clock (FRE-23). */
export type AgeClass = "dated" | "outdated" | "unknown";

/** What of the task names the candidate exactly; `none` when nothing does. */
export type ExactMatch = "path" | "identifier" | "heading" | "title" | "none";

/** Whether its citation held when the candidate was made. Asked before anything else (REF-19). */
export type Recovery =
  | { readonly status: "resolved" }
  | { readonly status: "failed"; readonly reason: string };

/**
 * Something a generator surfaced that may be relevant to a task (CAN-01). It is in no bundle. Two generators that surface one
 * artifact make two candidates of it.
 */
export interface Candidate {
  /** Unique in its pool, and the same for the same pool: `c1`, `c2`, … */
  readonly id: string;
  /** The artifact's identity, through generation, admission, expansion and evaluation (CAN-15). */
  readonly artifact: ArtifactRef;
  /** `<version>#<start>-<end>`, by bytes: which part of the artifact this is. Never the artifact's identity (CAN-17). */
  readonly fragment: string;
  /** 64 hex digits. */
  readonly version: string;
  readonly generator: GeneratorName;
  readonly source: SourceName;
  /** 1-based, in the generator's own order. */
  readonly rank: number | "unavailable";
  /** The generator's own, before any reordering; comparable within one generator and source only. */
  readonly score: number | "unavailable";
  readonly title: string;
  readonly headingPath: readonly string[];
  /** Names that it defines or is known by: what a task can name exactly. */
  readonly exactMatch: ExactMatch;
  readonly citation: Citation;
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  readonly ageDays: number | "unknown";
  readonly ageClass: AgeClass;
  readonly origin: Origin;
  readonly provenance: Provenance;
  /** The project it belongs to. A candidate of another one is never admitted (SCO-08). */
  readonly scope: string;
  /** What took its place, where it was replaced. */
  readonly supersededBy: ArtifactRef | "none";
  /** The least that may be shown of it: `exact` material enters word for word or not at all (GRA-08). */
  readonly minFidelity: "exact" | "any";
  readonly recovery: Recovery;
  /** The candidate before it in the pool that is the same bytes. */
  readonly duplicateOf: string | "none";
  /** Candidates before it in the pool that share lines with it. */
  readonly overlapsWith: readonly string[];
  /** The forms in which it can enter, the least first; one of each granularity and fidelity at most. */
  readonly offers: readonly Offer[];
  /** The granularity that its generator offered. */
  readonly offered: "span" | "section" | "full";
}
