import type { ArtifactRef } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { Envelope } from "./envelope.ts";

/** One citation compared with the stored version and with the text that is there now. */
export interface CitationCheck {
  /** As it was given. */
  readonly asked: string;
  readonly artifact: ArtifactRef | "unknown";
  /**
   * Whether the immutable version still resolves to the cited bytes; independent of what the file holds now. `unpinned`:
   * it names no version, so it says only what stands there now and proves nothing about what was read.
   */
  readonly resolved: "exact" | "malformed" | "mismatch" | "unpinned" | "version_unknown";
  readonly citation: Citation | "unknown";
  readonly reason: string;
}

export interface VerifyResponse extends Envelope<"exhibit.verify/1"> {
  readonly checks: readonly CitationCheck[];
}
