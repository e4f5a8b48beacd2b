/** How the served projection relates to its local inputs, and nothing else. */
export type ProjectionState =
  | "current"
  | "stale"
  | "inconsistent"
  | "last_good"
  | "unchecked"
  | "unavailable";

/** What this call did about refreshing. Kept apart from the state: a failed refresh may leave a current projection. */
export type RefreshStatus =
  | "off"
  | "not_needed"
  | "refreshed"
  | "skipped"
  | "started"
  | "busy"
  | "failed";

/** Question 1: does the projection match its local inputs? Only a refresh may change it. */
export interface ProjectionFreshness {
  readonly state: ProjectionState;
  readonly generation: number | "none";
  /** When local files were last processed. Says nothing about their facts. */
  readonly builtAt: string | "unknown";
  /** When inputs were last compared with the projection. */
  readonly checkedAt: string | "unknown";
  readonly refresh: { readonly status: RefreshStatus; readonly reason: string };
}

/** Question 2: when were the source facts observed? Over the artifacts in this response; only the source may change it. */
export interface SourceFreshness {
  readonly oldestObservedAt: string | "unknown";
  readonly newestObservedAt: string | "unknown";
  /** Whole days since the oldest observation. */
  readonly ageDays: number | "unknown";
  /** True when older than `maxAgeDays`; unknown when no artifact declares a date. */
  readonly stale: boolean | "unknown";
  readonly maxAgeDays: number;
  /** Artifacts in this response that declare no observation, or show a record that declares none. */
  readonly unknownDates: number;
}

export interface LiveEvidence {
  readonly artifact: string;
  readonly at: string;
  readonly evidence: string;
  readonly expires: string;
}

/**
 * Question 3: was the upstream checked live? Verified only when every artifact in the response has an unexpired
 * observation of exactly the version served; `verified: true` without evidence cannot be written (FRE-04).
 */
export type LiveFreshness =
  | { readonly verified: false; readonly evidence: readonly LiveEvidence[] }
  | { readonly verified: true; readonly evidence: readonly [LiveEvidence, ...LiveEvidence[]] };

/** Three answers, never merged into one (FRE-05). */
export interface Freshness {
  readonly projection: ProjectionFreshness;
  readonly sources: SourceFreshness;
  readonly live: LiveFreshness;
}
