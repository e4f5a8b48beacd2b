import type { SourceName, StoreName } from "./artifact.ts";
import type { Envelope } from "./envelope.ts";
import type { RetentionRule } from "./retention.ts";

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

/** What one store of entries holds, in numbers; `unknown` where it cannot be read. */
export interface StoreSummary {
  readonly name: StoreName;
  /** `empty` when nothing was ever kept, `missing` when its file is gone, `failed` when it cannot be read. */
  readonly status: "ok" | "empty" | "missing" | "failed";
  /** Why it cannot be read; empty otherwise. */
  readonly reason: string;
  readonly counts: StoreCounts | "unknown";
  /** How long its entries are meant to be kept (STO-08). */
  readonly retention: RetentionRule;
}

/** The numbers of a store that can be read. */
export interface StoreCounts {
  readonly entries: number;
  /** Entries whose time nobody stated; they stand in no list by time. */
  readonly undated: number;
  /** Entries whose project is not known; hidden unless asked for. */
  readonly quarantined: number;
  /** Kept and not yet searchable. */
  readonly unindexed: number;
  readonly databaseBytes: number;
  readonly walBytes: number;
  readonly textBytes: number;
  readonly indexBytes: number;
  /** ISO 8601, UTC; of the entries with an observed time. */
  readonly oldestObservedAt: string | "unknown";
  readonly newestObservedAt: string | "unknown";
  /** ISO 8601, UTC: when something was last kept. */
  readonly changedAt: string | "unknown";
}

/** What the ledger holds, or why nobody can say. */
export interface LedgerSizes {
  /** `empty` when no bundle was ever recorded, `failed` when it cannot be read. */
  readonly status: "ok" | "empty" | "failed";
  /** Why it cannot be read; empty otherwise. */
  readonly reason: string;
  /** Bundles on record; `unknown` where it cannot be read. */
  readonly bundles: number | "unknown";
  /** Of `ledger.db`, the observations in it included. */
  readonly databaseBytes: number;
  readonly walBytes: number;
}

/** What is there, how old and how large it is. Making it refreshes only when asked to. */
export interface StatusResponse extends Envelope<"exhibit.status/1"> {
  /** Absolute. */
  readonly workspace: string;
  /** Absolute. */
  readonly dataFolder: string;
  readonly sources: readonly SourceSummary[];
  /** Every store of entries, whether anything was ever kept in it or not (STO-07). */
  readonly stores: readonly StoreSummary[];
  readonly ledger: LedgerSizes;
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
