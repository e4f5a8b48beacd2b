import type { ArtifactRef } from "../../model/artifact.ts";
import { type Instant, isKnown } from "../../model/instant.ts";
import type { TimelineOrder } from "../../model/timeline-response.ts";

/** Where something stands among what is ordered by time. */
export interface Dated {
  readonly epochMs: number;
  readonly ref: ArtifactRef;
}

/**
 * Compares two places in the order asked. What happened in one millisecond is ordered by reference, so that `oldest` is
 * `newest` read backwards and no answer depends on which store spoke first.
 */
export function comparePlaces(order: TimelineOrder, left: Dated, right: Dated): number {
  const ascending = left.epochMs - right.epochMs || compareRefs(left.ref, right.ref);
  return order === "oldest" ? ascending : -ascending;
}

/**
 * Returns whether a time can stand as evidence of when something happened: written down as it happened, with an offset, and
 * finer than a day. A date somebody declared, a commit, a re-stamped copy or a time of unknown offset cannot (TIM-05, TIM-08).
 */
export function isAuditGrade(instant: Instant): boolean {
  return (
    isKnown(instant) &&
    instant.basis === "observed" &&
    instant.offset !== "unknown" &&
    FINE.has(instant.precision)
  );
}

const FINE: ReadonlySet<string> = new Set(["minute", "second", "millisecond"]);

function compareRefs(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
