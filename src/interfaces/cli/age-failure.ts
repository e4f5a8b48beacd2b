import type { StatusResponse } from "../../model/status-response.ts";
import { formatCount, formatDate } from "./format/quantity.ts";

/**
 * Returns why nobody can say that every text was observed within `maxAgeDays`, as a sentence; `"none"` when it can be
 * said. A text without a date may be of any age, so it fails the question: unknown is never young.
 */
export function findAgeFailure(response: StatusResponse): string | "none" {
  const { stale, oldestObservedAt, ageDays, maxAgeDays, unknownDates } = response.freshness.sources;
  const limit = formatCount(maxAgeDays, "day");
  if (stale === true) {
    return `the oldest observation, ${formatDate(oldestObservedAt)}, is ${ageDays} days old: more than ${limit}.`;
  }
  if (unknownDates > 0) {
    const declare = unknownDates === 1 ? "declares" : "declare";
    return `${formatCount(unknownDates, "text")} ${declare} no date, so nobody can say that all are younger than ${limit}.`;
  }
  return stale === "unknown" ? "no text declares a date." : "none";
}
