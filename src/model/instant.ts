/** What kind of statement a time is. Only `observed` and `declared` say when a fact was seen to hold (FRE-16). */
export type TimeBasis =
  | "observed"
  | "observed_restamped"
  | "declared"
  | "committed"
  | "edited"
  | "indexed"
  | "unknown";

/** The finest unit the source wrote down. A day is a day, never midnight pretending to be a second. */
export type TimePrecision = "year" | "month" | "day" | "minute" | "second" | "millisecond";

/**
 * A time with its basis. `at` is ISO 8601 in UTC; `offset` is the offset the source wrote (`+02:00`, `Z`)
 * or `"unknown"` when it wrote none.
 */
export interface KnownInstant {
  readonly at: string;
  readonly basis: Exclude<TimeBasis, "unknown">;
  /** What the source wrote; `at` says no more than this. */
  readonly precision: TimePrecision;
  readonly offset: string;
}

/** A time nobody stated. It is a value of its own: never zero, never the time of the call. */
export interface UnknownInstant {
  readonly at: "unknown";
  readonly basis: "unknown";
}

/** A time that somebody stated, or that nobody did. */
export type Instant = KnownInstant | UnknownInstant;

/** The one value that `UnknownInstant` has. */
export const UNKNOWN_INSTANT: UnknownInstant = { at: "unknown", basis: "unknown" };

/** Returns whether somebody stated this time. */
export function isKnown(instant: Instant): instant is KnownInstant {
  return instant.at !== "unknown";
}
