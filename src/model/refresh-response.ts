import type { Envelope } from "./envelope.ts";

/** What a refresh found and published. */
export interface RefreshResponse extends Envelope<"exhibit.refresh/1"> {
  /** Artifacts that are new since the last generation. */
  readonly added: number;
  /** Artifacts with another version than in the last generation. */
  readonly changed: number;
  /** Artifacts that the last generation had and this one does not. */
  readonly removed: number;
  /** Artifacts whose bytes are the same. */
  readonly unchanged: number;
  /** Artifacts in the generation now. */
  readonly artifactCount: number;
  /** Passages in the generation now. */
  readonly passageCount: number;
  /** Exact bytes of all texts in the generation now. */
  readonly sourceBytes: number;
  /** Entries of sessions, memory and captures that became searchable. */
  readonly indexedEntries: number;
  /** By the engine's clock, so zero under a fixed one. */
  readonly elapsedMs: number;
}

/** Called while a refresh works; numbers only grow. */
export interface RefreshProgress {
  readonly phase: "listing" | "rendering" | "reading" | "merging" | "publishing";
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly passages: number;
  /** Of the texts read so far. */
  readonly bytes: number;
  readonly elapsedMs: number;
}
