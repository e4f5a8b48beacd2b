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
 * A time with its basis. `at` is ISO 8601: in UTC, with `Z`, when the source wrote an offset or said that its times are UTC;
 * as the source wrote it, without `Z`, when `offset` is `"unknown"`. Otherwise `offset` is what was written (`+02:00`, `Z`).
 * Compare two times by `toEpochMs` and never by their text.
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

/**
 * Returns a time as milliseconds since 1970, for ordering and ages. What the source left open is taken at its start and in
 * UTC: `2026-10-01` is midnight, and a time without an offset is never the time zone of this machine. NaN for what is no time.
 */
export function toEpochMs({ at }: Pick<KnownInstant, "at">): number {
  // Only a time of day without an offset is read as local time.
  return Date.parse(/T[\d:.]+$/.test(at) ? `${at}Z` : at);
}

/** Bases that say when something happened, so that it may stand in a list by time. A time that a fork or this program stamped on does not. */
const DATED_BASES: ReadonlySet<TimeBasis> = new Set([
  "observed",
  "declared",
  "committed",
  "edited",
]);

/** Returns whether a time orders what carries it; all else is undated and stands in a list of its own (TIM-09). */
export function isDated(instant: Instant): instant is KnownInstant {
  return isKnown(instant) && DATED_BASES.has(instant.basis);
}
