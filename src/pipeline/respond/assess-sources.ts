import type { SourceFreshness } from "../../model/freshness.ts";
import { type Instant, isKnown, type KnownInstant, toEpochMs } from "../../model/instant.ts";

const DAY_MS = 86_400_000;

/**
 * Whole days from an observation to `nowMs`, or `"unknown"`: without a declared observation, and for one that lies in
 * the future, which cannot have happened.
 */
export function ageInDays(observed: Instant, nowMs: number): number | "unknown" {
  if (!isObservation(observed)) return "unknown";
  const ageMs = nowMs - toEpochMs(observed);
  return ageMs < 0 || Number.isNaN(ageMs) ? "unknown" : Math.floor(ageMs / DAY_MS);
}

/** Only these bases say that somebody saw the fact; an edit or a commit says that somebody wrote. */
function isObservation(instant: Instant): instant is KnownInstant {
  return isKnown(instant) && (instant.basis === "observed" || instant.basis === "declared");
}

/**
 * Answers question 2 over the artifacts of one response: the oldest observation decides, and dates nobody declared are
 * counted, never filled in (FRE-03, FRE-06, FRE-16).
 */
export function assessSources(
  observations: readonly Instant[],
  nowMs: number,
  maxAgeDays: number,
): SourceFreshness {
  const known = observations
    .filter((instant) => ageInDays(instant, nowMs) !== "unknown")
    .sort((a, b) => toEpochMs(a) - toEpochMs(b));
  const oldest = known[0];
  const newest = known[known.length - 1];
  const ageDays = oldest === undefined ? "unknown" : ageInDays(oldest, nowMs);
  return {
    oldestObservedAt: oldest?.at ?? "unknown",
    newestObservedAt: newest?.at ?? "unknown",
    ageDays,
    stale: ageDays === "unknown" ? "unknown" : ageDays > maxAgeDays,
    maxAgeDays,
    unknownDates: observations.length - known.length,
  };
}
