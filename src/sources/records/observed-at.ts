/** A date a record states, for comparing and for writing down again as precisely as it was. */
export interface ObservedAt {
  /** Start of the stated day, minute or second, in milliseconds since the epoch. */
  readonly startMs: number;
  /** ISO 8601 in UTC, as precise as stated: `2026-10-01` or `2026-10-01T08:30:00Z`. */
  readonly text: string;
}

const ISO_DATE =
  /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:[T ](\d\d:\d\d)(?::(\d\d(?:\.\d{1,9})?))?(Z|[+-]\d\d:?\d\d)?)?$/i;
const DAY_LENGTH = 10;

/** Reads an ISO 8601 year, month, day or time. A time without an offset is taken as UTC, which is how the field is documented. */
export function parseObservedAt(text: string): ObservedAt | "malformed" {
  const [, date, minute, second = "00", offset = "Z"] = ISO_DATE.exec(text.trim()) ?? [];
  if (date === undefined || !isReal(date)) return "malformed";
  if (minute === undefined) return { startMs: Date.parse(date), text: date };
  const colon = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  const startMs = Date.parse(`${date}T${minute}:${second}${colon.toUpperCase()}`);
  if (Number.isNaN(startMs) || date.length < DAY_LENGTH) return "malformed";
  return { startMs, text: new Date(startMs).toISOString().replace(".000Z", "Z") };
}

// Date.parse lets February 31 pass as March 3.
function isReal(date: string): boolean {
  const startMs = Date.parse(date);
  return !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(date);
}
