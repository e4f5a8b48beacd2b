import type { ArtifactKind, ArtifactRef } from "./artifact.ts";
import type { Envelope } from "./envelope.ts";
import type { TimeBasis } from "./instant.ts";

/** A heading with the lines below it, up to the next one. */
export interface MapSection {
  readonly headingPath: readonly string[];
  /** 1-based. */
  readonly startLine: number;
  /** Inclusive. */
  readonly endLine: number;
}

/** One module: an artifact with its sections. */
export interface MapModule {
  readonly artifact: ArtifactRef;
  readonly title: string;
  readonly kind: ArtifactKind;
  readonly version: string;
  readonly byteLength: number;
  readonly observed: { readonly at: string; readonly basis: TimeBasis };
  /** Whole days since its observation. */
  readonly ageDays: number | "unknown";
  /** Absent at detail `identity`. */
  readonly sections?: readonly MapSection[];
  /** The whole text; present at detail `full` only (COR-05). */
  readonly text?: string;
  /** Present when the text was cut to whole lines, or sections were left out, to fit. */
  readonly truncated?: "cap";
}

/** The modules of the projection in the order of their references (COR-02). */
export interface MapResponse extends Envelope<"exhibit.map/1"> {
  readonly modules: readonly MapModule[];
  /** Modules that match, shown or not. */
  readonly moduleCount: number;
  /** Modules behind the last one shown; `after` with that one shows them. */
  readonly remaining: number;
}
