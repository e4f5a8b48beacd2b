import type { ArtifactRef, Origin } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { EntryKind, EntryMark, EntryRole } from "./entry.ts";
import type { Envelope } from "./envelope.ts";
import type { Explanation } from "./explanation.ts";
import type { TimeBasis } from "./instant.ts";

/** How much of each hit is shown. `section` is the passage itself. */
export type Detail = "identity" | "anchor" | "section" | "full";

/** A passage that was found. A candidate: found is neither admitted nor true (LEX-11). */
export interface Hit {
  /** 1-based. */
  readonly rank: number;
  /** Of the store it was found in; means nothing beside a score of another store or of another answer. */
  readonly score: number;
  /**
   * The score's share of the highest that this question could reach in that store, 0 to 1. It orders an answer of several
   * stores, and says nothing about how likely the hit is to be right.
   */
  readonly share: number;
  readonly artifact: ArtifactRef;
  readonly title: string;
  /** Headings from the outermost to the passage's own; empty above the first heading. */
  readonly headingPath: readonly string[];
  /** Exactly the cited bytes of the immutable version; absent at detail `identity`. */
  readonly excerpt?: string;
  /** Present when the passage was shortened, by the detail asked for or to fit; the citation names what is shown. */
  readonly truncated?: "anchor" | "cap";
  readonly citation: Citation;
  /** When its source says its facts were seen, or `unknown`. */
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  /** Whole days since that observation. */
  readonly ageDays: number | "unknown";
  readonly origin: Origin;
  /** Present for a hit of a store of entries. */
  readonly entry?: HitEntry;
  /** Words of the question that it holds in some form, as they were asked. */
  readonly matched: readonly string[];
  /** Words of the question that it does not hold. */
  readonly unmatched: readonly string[];
  /** Present when asked for with `explain`. */
  readonly explanation?: Explanation;
}

/** What a hit of a store of entries is, beside its text. */
export interface HitEntry {
  readonly kind: EntryKind;
  /** Who it came from. */
  readonly role: EntryRole;
  /** The agent's own id of its session. */
  readonly session: string | "none";
  readonly marks: readonly EntryMark[];
  /** Present when its project is not known; such a hit is there only because quarantined ones were asked for (SCO-03). */
  readonly quarantined?: true;
  /** Present when something else took its place. */
  readonly supersededBy?: ArtifactRef;
}

/** How the hits were found, and what finding them does not show. */
export interface Retrieval {
  /** `lexical`: words compared with words, no model (LEX-03, LEX-13). */
  readonly method: "lexical" | "exact" | "reference" | "text-scan";
  /** `covered`: a returned passage holds every content word of the question. `weak`: none does. */
  readonly evidence: "none" | "weak" | "covered";
  /** Distance of the first share to the second, as a part of the first. */
  readonly margin: number | "unavailable";
  /** Found is not admitted, and the first one is not the answer. */
  readonly hitsAre: "candidates";
  /** All that the citations of the hits establish. */
  readonly proves: "source position";
  /** Nobody judged it (CIT-09). */
  readonly answersQuestion: "not_evaluated";
}

/** The answer to a search. */
export interface SearchResponse extends Envelope<"exhibit.search/1"> {
  /** The question as it was asked; a very long one is shortened (DIA-09). */
  readonly query: string;
  /** Best first, by share; ties by the order of the stores, then by artifact and position. */
  readonly hits: readonly Hit[];
  readonly retrieval: Retrieval;
}
