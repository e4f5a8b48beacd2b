import type { ArtifactRef } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { Envelope } from "./envelope.ts";

/** One citation compared with the stored version and with the text that is there now. */
export interface CitationCheck {
  /** As it was given. */
  readonly asked: string;
  /** `unknown` when nothing here has that name or version. */
  readonly artifact: ArtifactRef | "unknown";
  /**
   * Whether the immutable version still resolves to the cited bytes; independent of what the file holds now. `unpinned`:
   * it names no version, so it says only what stands there now and proves nothing about what was read. `unavailable`: the store
   * that would know cannot be read now.
   */
  readonly resolved:
    | "exact"
    | "malformed"
    | "mismatch"
    | "unavailable"
    | "unpinned"
    | "version_unknown";
  /** The citation with what its place holds now; `unknown` when it did not resolve. */
  readonly citation: Citation | "unknown";
  readonly reason: string;
}

/** One check for each citation that was asked about. */
export interface VerifyResponse extends Envelope<"exhibit.verify/1"> {
  /** In the order asked. */
  readonly checks: readonly CitationCheck[];
}
