import type { SourceName } from "./artifact.ts";
import type { Envelope } from "./envelope.ts";

/** What the projection holds of one source. */
export interface SourceSummary {
  readonly name: SourceName;
  readonly artifacts: number;
  /** Exact bytes of its texts. */
  readonly bytes: number;
  /** `unknown` when none of its texts declares a date. */
  readonly oldestObservedAt: string | "unknown";
  readonly newestObservedAt: string | "unknown";
  /** Texts that declare no observation. */
  readonly unknownDates: number;
}

/** What is there, how old and how large it is. Making it refreshes only when asked to. */
export interface StatusResponse extends Envelope<"exhibit.status/1"> {
  /** Absolute. */
  readonly workspace: string;
  /** Absolute. */
  readonly dataFolder: string;
  readonly sources: readonly SourceSummary[];
  /** Equal digests mean equal inputs and equal rules of analysis; `none` before the first generation. */
  readonly inputsDigest: string | "none";
  readonly analyzerVersion: string | "none";
  /** Bytes on disk and in it; zero where there is no store yet. */
  readonly sizes: {
    readonly databaseBytes: number;
    readonly walBytes: number;
    readonly textBytes: number;
    readonly indexBytes: number;
  };
  /** The last attempt of any process, successful or not. */
  readonly lastRefresh:
    | { readonly at: string; readonly status: string; readonly reason: string }
    | "none";
  /** Who refreshes right now, as far as is known. */
  readonly lock: "free" | { readonly heldBy: string };
  /** Reading everything may be simpler than searching: says when it would fit (COR-06). */
  readonly wholeCorpus: {
    readonly bytes: number;
    /** Bytes divided by four; an estimate, named so. */
    readonly estimatedTokens: number;
    readonly fitsCap: boolean;
  };
  /** Which texts are kept for how long, in words. */
  readonly retention: string;
}
