import type { ArtifactRef, Origin } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { Envelope } from "./envelope.ts";
import type { TimeBasis } from "./instant.ts";

/** Exact lines of one artifact version. */
export interface OpenResponse extends Envelope<"exhibit.open/1"> {
  readonly artifact: ArtifactRef;
  readonly title: string;
  /** The headings the first line shown stands under, from the outermost; empty when there is none. */
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly citation: Citation;
  /** Lines of the whole version. */
  readonly totalLines: number;
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  readonly ageDays: number | "unknown";
  readonly edited: { readonly at: string; readonly basis: TimeBasis };
  readonly origin: Origin;
}
