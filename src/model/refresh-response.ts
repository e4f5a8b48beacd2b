import type { Envelope } from "./envelope.ts";

export interface RefreshResponse extends Envelope<"exhibit.refresh/1"> {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly artifactCount: number;
  readonly passageCount: number;
  readonly sourceBytes: number;
  readonly elapsedMs: number;
}

/** Called while a refresh works; numbers only grow. */
export interface RefreshProgress {
  readonly phase: "listing" | "rendering" | "reading" | "merging" | "publishing";
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly passages: number;
  readonly bytes: number;
  readonly elapsedMs: number;
}
