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

/** The first answer: how the index stands to the files it was made from. A refresh changes it, and nothing else does. */
export interface ProjectionFreshness {
  readonly state: ProjectionState;
  /** The generation that answered; `none` when none was ever published here. */
  readonly generation: number | "none";
  /** When local files were last processed. Says nothing about their facts. */
  readonly builtAt: string | "unknown";
  /** When inputs were last compared with the projection. */
  readonly checkedAt: string | "unknown";
  /** What this call did about it, and why; the reason is empty when there is nothing to say. */
  readonly refresh: { readonly status: RefreshStatus; readonly reason: string };
}

/**
 * The second answer: when somebody saw that the facts hold, over the artifacts in this response. A source changes it by
 * stating another date.
 */
export interface SourceFreshness {
  /** As declared, at the precision of the source; `unknown` when no artifact in the response declares one. */
  readonly oldestObservedAt: string | "unknown";
  readonly newestObservedAt: string | "unknown";
  /** Whole days since the oldest observation. */
  readonly ageDays: number | "unknown";
  /** True when older than `maxAgeDays`; unknown when no artifact declares a date. */
  readonly stale: boolean | "unknown";
  /** The limit that `stale` was judged by. */
  readonly maxAgeDays: number;
  /** Artifacts in this response that declare no observation, or show a record that declares none. */
  readonly unknownDates: number;
}

/** An unexpired observation that counts for this response. */
export interface LiveEvidence {
  readonly artifact: string;
  /** ISO 8601, UTC: when the origin was looked at. */
  readonly at: string;
  /** As recorded; nobody followed it. */
  readonly evidence: string;
  /** ISO 8601, UTC. */
  readonly expires: string;
}

/**
 * The third answer: whether somebody looked at the origin. Verified only when every artifact in the response has an
 * unexpired observation of exactly the version served; `verified: true` without evidence cannot be written (FRE-04).
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
