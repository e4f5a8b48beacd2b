import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant } from "../../src/model/parse-instant.ts";

describe("a written date", () => {
  it.each([
    ["2026", "2026", "year", "unknown"],
    ["2026-10", "2026-10", "month", "unknown"],
    ["2026-10-01", "2026-10-01", "day", "unknown"],
    ["2026-10-01T10:05", "2026-10-01T10:05", "minute", "unknown"],
    ["2026-10-01 10:00:00", "2026-10-01T10:00:00", "second", "unknown"],
    ["2026-10-01T10:00:00Z", "2026-10-01T10:00:00Z", "second", "Z"],
    ["2026-10-01 10:00:00 UTC", "2026-10-01T10:00:00Z", "second", "Z"],
    ["2026-10-01T01:00:00+02:00", "2026-09-30T23:00:00Z", "second", "+02:00"],
    ["2026-10-01T10:00:00 -0330", "2026-10-01T13:30:00Z", "second", "-03:30"],
    ["2026-10-01T10:00:00.5+01", "2026-10-01T09:00:00.500Z", "millisecond", "+01:00"],
    [" 2026-10-01 ", "2026-10-01", "day", "unknown"],
    ["2024-02-29", "2024-02-29", "day", "unknown"],
  ])(
    "%s keeps its precision and offset, and is in UTC if one was written (TIM-01)",
    (text, at, precision, offset) => {
      expect(parseInstant(text, "declared")).toEqual({ at, basis: "declared", precision, offset });
    },
  );

  it.each([
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-10-01T24:00:00Z",
    "2026-10-01T23:59:60Z",
    "2026-10-01T10:61",
    "2026-10-01T10:00:00+25:00",
    "2026-10-1",
    "20261001",
    "1.10.2026",
    "2026-10T08:30",
    "2026-10-01T08:30 o'clock",
    "10/01/2026",
    "October 1, 2026",
    "1790812800",
    "yesterday",
    "",
  ])("%j is unreadable rather than guessed", (text) => {
    expect(parseInstant(text, "declared")).toBe("unreadable");
  });

  it("means the same instant as the platform's own parser wherever both read it", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9998-12-31"), noInvalidDate: true }),
        fc.integer({ min: -839, max: 839 }),
        (date, minutes) => {
          const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 23);
          const hh = String(Math.trunc(Math.abs(minutes) / 60)).padStart(2, "0");
          const mm = String(Math.abs(minutes) % 60).padStart(2, "0");
          const text = `${local}${minutes < 0 ? "-" : "+"}${hh}:${mm}`;
          expect(parseInstant(text, "edited")).toMatchObject({ at: date.toISOString() });
        },
      ),
    );
  });
});
