/** A date a record states, for comparing and for writing down again as precisely as it was. */
export interface ObservedAt {
  /** Start of the stated day, minute or second, in milliseconds since the epoch. */
  readonly startMs: number;
  /** ISO 8601 in UTC, as precise as stated: `2026-10-01` or `2026-10-01T08:30:00Z`. */
  readonly text: string;
}

const ISO_DATE =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Reads an ISO 8601 day or time. A time without an offset is taken as UTC, which is how the field is documented. */
export function parseObservedAt(text: string): ObservedAt | "malformed" {
  const [, day, minute, second = "00", offset = "Z"] = ISO_DATE.exec(text.trim()) ?? [];
  if (day === undefined || !isRealDay(day)) return "malformed";
  if (minute === undefined) return { startMs: Date.parse(`${day}T00:00:00Z`), text: day };
  const colon = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  const startMs = Date.parse(`${day}T${minute}:${second}${colon.toUpperCase()}`);
  if (Number.isNaN(startMs)) return "malformed";
  return { startMs, text: new Date(startMs).toISOString().replace(".000Z", "Z") };
}

// Date.parse lets February 31 pass as March 3.
function isRealDay(day: string): boolean {
  const startMs = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(day);
}
