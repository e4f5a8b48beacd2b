import type { ArtifactRef, Origin } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { Envelope } from "./envelope.ts";
import type { TimeBasis } from "./instant.ts";
import type { HitEntry } from "./search-response.ts";

/** Exact lines of one artifact version. */
export interface OpenResponse extends Envelope<"exhibit.open/1"> {
  readonly artifact: ArtifactRef;
  readonly title: string;
  /** The headings the first line shown stands under, from the outermost; empty when there is none. */
  readonly headingPath: readonly string[];
  /** Exactly the cited lines; shorter than asked for where the cap was reached. */
  readonly text: string;
  readonly citation: Citation;
  /** Lines of the whole version. */
  readonly totalLines: number;
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  /** Whole days since the observation. */
  readonly ageDays: number | "unknown";
  /** When the source, or else its last commit, says it was edited; no observation. */
  readonly edited: { readonly at: string; readonly basis: TimeBasis };
  readonly origin: Origin;
  /** Present for a text of a store of entries. */
  readonly entry?: HitEntry;
}
