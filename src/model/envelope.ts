import type { SourceName } from "./artifact.ts";
import type { Freshness } from "./freshness.ts";
import type { Gap } from "./gap.ts";

/** What every answer is worth as a permission: nothing, whatever the text says (AUT-01, AUT-02). */
export interface Authority {
  readonly kind: "orientation";
  readonly mayAuthorize: false;
}

/** The one value that `Authority` has. */
export const ORIENTATION: Authority = { kind: "orientation", mayAuthorize: false };

/**
 * How a source answered: `missing` has no root or lost its database file, `failed` could not be read, `skipped` could not read
 * some of its texts, `stale` answered from an older state or an index that is behind, `not_asked` is no fault.
 */
export type SourceStatus = "ok" | "failed" | "stale" | "skipped" | "missing" | "not_asked";

/** What one source contributed to an answer. */
export interface SourceReport {
  readonly name: SourceName;
  readonly status: SourceStatus;
  /** Hits of this source in the response. */
  readonly hits: number;
  /** The newest observation among its hits. */
  readonly newestObserved: string | "unknown";
  /** Entries a store holds within the scope of the call; absent where it holds none. */
  readonly entries?: number;
  /** Why it did not answer in full. Absent when it did and when it was not asked; an `ok` source with one was read in part. */
  readonly reason?: string;
}

/** Whether everything that was asked has answered (DIA-10). */
export interface Completeness {
  /** False as soon as one source asked did not answer in full. */
  readonly complete: boolean;
  /** Every source of the workspace, and every store a call of its kind asks, asked or not. */
  readonly sources: readonly SourceReport[];
}

/** UTF-8 bytes of the whole serialized response, metadata included (BUD-05). */
export interface Budget {
  /** What was allowed. */
  readonly capBytes: number;
  /** What the response has, this number included. */
  readonly usedBytes: number;
  /** Hits (or modules, or lines) that did not fit. */
  readonly dropped: number;
  /** Gaps that did not fit. */
  readonly droppedGaps: number;
}

/** One step of the path a query took, with its count (DIA-07). */
export interface TraceStep {
  /** The stage: `refresh`, `search`, `match`, `rank`, `cite`. */
  readonly step: string;
  readonly detail: string;
  /** How many of what the stage deals in: passages, candidates, hits. */
  readonly count: number;
}

/** Another project than that of the working directory, opened by name: every answer from it says so (SCO-11). */
export interface NamedProject {
  readonly name: string;
  /** Absolute. */
  readonly workspace: string;
}

/** The signals every response carries at every cap. */
export interface Envelope<Schema extends string> {
  /** Name and version of the response, such as `exhibit.search/1`. */
  readonly schema: Schema;
  /** What could not answer; empty when everything did. */
  readonly gaps: readonly Gap[];
  readonly freshness: Freshness;
  readonly authority: Authority;
  readonly completeness: Completeness;
  readonly budget: Budget;
  /** Present when the project was opened by name. */
  readonly project?: NamedProject;
  /** Present when asked for with `trace`. */
  readonly trace?: readonly TraceStep[];
}
