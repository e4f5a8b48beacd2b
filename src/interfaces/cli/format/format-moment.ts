import { toEpochMs } from "../../../model/instant.ts";
import { dayIn, offsetIn, wallTimeIn } from "../../../model/time-zone.ts";
import type { EventTime } from "../../../model/timeline-response.ts";

/** Digits of a wall time that each precision has. */
const LENGTHS: Readonly<Record<string, number>> = { minute: 16, second: 19, millisecond: 23 };

/**
 * Returns the day an event stands under: in the zone where its time is a moment, else as it was written: a bare day is nobody's
 * midnight, and a time without an offset is no moment of any zone.
 */
export function dayOf(time: EventTime, zone: string): string {
  return isMoment(time) ? dayIn(zone, toEpochMs({ at: time.value })) : time.value.slice(0, 10);
}

/**
 * Returns the time within its day: as a clock in the zone shows it, with its offset and no digit more than was written; or
 * what was written and what it leaves open.
 */
export function formatMoment(time: EventTime, zone: string): string {
  if (isMoment(time)) {
    const epochMs = toEpochMs({ at: time.value });
    const clock = wallTimeIn(zone, epochMs).slice(11, LENGTHS[time.precision] ?? 19);
    return `${clock} ${offsetIn(zone, epochMs)}`;
  }
  if (time.value === "unknown") return "time unknown";
  return LENGTHS[time.precision] === undefined
    ? `${time.value} (only the ${time.precision} is known)`
    : `${time.value.slice(11)} (offset unknown)`;
}

/** Returns a time with its day, for where no line above names one. */
export function formatDayAndMoment(time: EventTime, zone: string): string {
  const moment = formatMoment(time, zone);
  return LENGTHS[time.precision] === undefined ? moment : `${dayOf(time, zone)} ${moment}`;
}

/** Returns what kind of date it is where it was not written down as the event happened; empty for an observed one. */
export function formatBasis({ basis }: EventTime): string {
  switch (basis) {
    case "observed":
    case "unknown":
      return "";
    case "observed_restamped":
      return "~ re-stamped by a copy";
    case "declared":
    case "committed":
    case "edited":
    case "indexed":
      return `~ ${basis}`;
  }
}

function isMoment({ offset, precision }: EventTime): boolean {
  return offset !== "unknown" && LENGTHS[precision] !== undefined;
}
