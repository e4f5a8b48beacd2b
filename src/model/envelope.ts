import type { SourceName } from "./artifact.ts";
import type { Freshness } from "./freshness.ts";
import type { Gap } from "./gap.ts";

/** What every answer is worth as a permission: nothing, whatever the text says (AUT-01, AUT-02). */
export interface Authority {
  readonly kind: "orientation";
  readonly mayAuthorize: false;
}

export const ORIENTATION: Authority = { kind: "orientation", mayAuthorize: false };

export type SourceStatus = "ok" | "failed" | "stale" | "skipped" | "missing" | "not_asked";

/** What one source contributed to an answer. */
export interface SourceReport {
  readonly name: SourceName;
  readonly status: SourceStatus;
  /** Hits of this source in the response. */
  readonly hits: number;
  readonly newestObserved: string | "unknown";
  /** Why it did not answer in full. Absent when it did and when it was not asked; an `ok` source with one was read in part. */
  readonly reason?: string;
}

export interface Completeness {
  /** False as soon as one source asked did not answer in full. */
  readonly complete: boolean;
  readonly sources: readonly SourceReport[];
}

/** UTF-8 bytes of the whole serialized response, metadata included (BUD-05). */
export interface Budget {
  readonly capBytes: number;
  readonly usedBytes: number;
  /** Hits (or modules, or lines) that did not fit. */
  readonly dropped: number;
  /** Gaps that did not fit. */
  readonly droppedGaps: number;
}

/** One step of the path a query took, with its count (DIA-07). */
export interface TraceStep {
  readonly step: string;
  readonly detail: string;
  readonly count: number;
}

/** The signals every response carries at every cap. */
export interface Envelope<Schema extends string> {
  readonly schema: Schema;
  readonly gaps: readonly Gap[];
  readonly freshness: Freshness;
  readonly authority: Authority;
  readonly completeness: Completeness;
  readonly budget: Budget;
  readonly trace?: readonly TraceStep[];
}
