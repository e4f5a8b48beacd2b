const formatters = new Map<string, Intl.DateTimeFormat>();

/** The zone whose days are used where none is named: never the machine's own. */
export const DEFAULT_ZONE = "UTC";

/** Returns whether this is the name of a time zone, such as `Asia/Kolkata`. */
export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch (error) {
    // Intl refuses an unknown zone with a RangeError; anything else is not ours.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns what a clock in the zone shows: `2026-10-15T03:32:00.000`, without an offset. */
export function wallTimeIn(zone: string, epochMs: number): string {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  const milliseconds = String(((epochMs % 1_000) + 1_000) % 1_000).padStart(3, "0");
  const date = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
  return `${date}T${part("hour")}:${part("minute")}:${part("second")}.${milliseconds}`;
}

/** Returns the calendar day in the zone: `2026-10-15`. */
export function dayIn(zone: string, epochMs: number): string {
  return wallTimeIn(zone, epochMs).slice(0, 10);
}

/** Returns how far the zone is from UTC at that moment: `+05:30`, or `Z`. */
export function offsetIn(zone: string, epochMs: number): string {
  const minutes = Math.round((Date.parse(`${wallTimeIn(zone, epochMs)}Z`) - epochMs) / 60_000);
  if (minutes === 0) return "Z";
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** No zone has ever been further from UTC than this. */
const WIDEST_OFFSET_MS = 16 * 3_600_000;

/**
 * Returns the first moment at which a clock in the zone shows this time or a later one, in milliseconds since 1970: where a
 * change of the clock leaves the time out, that is when the clock jumps over it. `wallTime` is written as `wallTimeIn` does.
 */
export function momentOf(zone: string, wallTime: string): number {
  const asUtc = Date.parse(`${wallTime}Z`);
  let low = asUtc - WIDEST_OFFSET_MS;
  let high = asUtc + WIDEST_OFFSET_MS;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (wallTimeIn(zone, middle) < wallTime) low = middle + 1;
    else high = middle;
  }
  return low;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(zone, formatter);
  return formatter;
}
