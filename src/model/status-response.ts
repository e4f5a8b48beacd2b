import type { SourceName } from "./artifact.ts";
import type { Envelope } from "./envelope.ts";

export interface SourceSummary {
  readonly name: SourceName;
  readonly artifacts: number;
  readonly bytes: number;
  readonly oldestObservedAt: string | "unknown";
  readonly newestObservedAt: string | "unknown";
  readonly unknownDates: number;
}

export interface StatusResponse extends Envelope<"exhibit.status/1"> {
  readonly workspace: string;
  readonly dataFolder: string;
  readonly sources: readonly SourceSummary[];
  readonly inputsDigest: string | "none";
  readonly analyzerVersion: string | "none";
  readonly sizes: {
    readonly databaseBytes: number;
    readonly walBytes: number;
    readonly textBytes: number;
    readonly indexBytes: number;
  };
  readonly lastRefresh:
    | { readonly at: string; readonly status: string; readonly reason: string }
    | "none";
  readonly lock: "free" | { readonly heldBy: string };
  /** Reading everything may be simpler than searching: says when it would fit (COR-06). */
  readonly wholeCorpus: {
    readonly bytes: number;
    /** Bytes divided by four; an estimate, named so. */
    readonly estimatedTokens: number;
    readonly fitsCap: boolean;
  };
  readonly retention: string;
}
