import type { ArtifactRef, Origin } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { Envelope } from "./envelope.ts";
import type { Explanation } from "./explanation.ts";
import type { TimeBasis } from "./instant.ts";

/** How much of each hit is shown. `section` is the passage itself. */
export type Detail = "identity" | "anchor" | "section" | "full";

/** A passage that was found. A candidate: found is neither admitted nor true (LEX-11). */
export interface Hit {
  readonly rank: number;
  readonly score: number;
  readonly artifact: ArtifactRef;
  readonly title: string;
  readonly headingPath: readonly string[];
  /** Exactly the cited bytes of the immutable version; absent at detail `identity`. */
  readonly excerpt?: string;
  /** Present when the passage was shortened, by the detail asked for or to fit; the citation names what is shown. */
  readonly truncated?: "anchor" | "cap";
  readonly citation: Citation;
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  readonly ageDays: number | "unknown";
  readonly origin: Origin;
  readonly matched: readonly string[];
  readonly unmatched: readonly string[];
  /** Present when asked for with `explain`. */
  readonly explanation?: Explanation;
}

export interface Retrieval {
  /** `lexical`: words compared with words, no model (LEX-03, LEX-13). */
  readonly method: "lexical" | "exact" | "reference" | "text-scan";
  /** `covered`: a returned passage holds every content word of the question. `weak`: none does. */
  readonly evidence: "none" | "weak" | "covered";
  /** Distance of the first score to the second as a share of the first. */
  readonly margin: number | "unavailable";
  readonly hitsAre: "candidates";
  readonly proves: "source position";
  readonly answersQuestion: "not_evaluated";
}

export interface SearchResponse extends Envelope<"exhibit.search/1"> {
  readonly query: string;
  readonly hits: readonly Hit[];
  readonly retrieval: Retrieval;
}
