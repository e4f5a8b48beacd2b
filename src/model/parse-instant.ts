import type { KnownInstant, TimePrecision } from "./instant.ts";

const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ ]?(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

/**
 * Reads a written date or time, or returns `"unreadable"`. Accepted: ISO 8601 calendar dates, from a year to a fraction of
 * a second, with `T` or a space (TIM-01). `at` carries no digit that was not written: a day stays `2026-10-01`, and
 * a time without an offset stays without one (`"unknown"`), unless the text around it says `defaultOffset`. Others are in UTC.
 * Impossible dates (30 February, hour 24, second 60) are unreadable.
 */
export function parseInstant(
  text: string,
  basis: KnownInstant["basis"],
  defaultOffset: "Z" | "unknown" = "unknown",
): KnownInstant | "unreadable" {
  const parts = DATE.exec(text.trim());
  if (parts === null) return "unreadable";
  const [, year = "", month, day, hour, minute, second, fraction, written] = parts;
  const milliseconds = (fraction ?? "").slice(0, 3).padEnd(3, "0");
  const local = `${year}-${month ?? "01"}-${day ?? "01"}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}.${milliseconds}Z`;
  const localMs = Date.parse(local);
  // The parser lets 30 February roll over into March and takes hour 24; writing the result back shows both.
  if (Number.isNaN(localMs) || new Date(localMs).toISOString() !== local) return "unreadable";
  const offset = normalizeOffset(written);
  const offsetMinutes = minutesOf(offset);
  if (offsetMinutes === "impossible") return "unreadable";
  const precision = precisionOf(parts);
  const utc = cutTo(new Date(localMs - offsetMinutes * 60_000).toISOString(), precision);
  const offsetOrDefault = offset === "unknown" ? defaultOffset : offset;
  const at = offsetOrDefault === "unknown" ? utc.replace(/Z$/, "") : utc;
  return { at, basis, precision, offset: offsetOrDefault };
}

function normalizeOffset(written: string | undefined): string {
  if (written === undefined) return "unknown";
  if (/^[Zz]|^UTC/.test(written)) return "Z";
  return `${written.slice(0, 3)}:${written.slice(3).replace(":", "") || "00"}`;
}

function minutesOf(offset: string): number | "impossible" {
  if (offset === "unknown" || offset === "Z") return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4))];
  if (hours > 23 || minutes > 59) return "impossible";
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

function precisionOf(parts: RegExpExecArray): TimePrecision {
  const names: TimePrecision[] = [
    "year",
    "month",
    "day",
    "minute",
    "minute",
    "second",
    "millisecond",
  ];
  const last = parts.slice(1, 8).findLastIndex((part) => part !== undefined);
  return names[last] ?? "year";
}

function cutTo(iso: string, precision: TimePrecision): string {
  switch (precision) {
    case "year":
      return iso.slice(0, 4);
    case "month":
      return iso.slice(0, 7);
    case "day":
      return iso.slice(0, 10);
    case "minute":
      return `${iso.slice(0, 16)}Z`;
    case "second":
      return `${iso.slice(0, 19)}Z`;
    case "millisecond":
      return iso;
  }
}
