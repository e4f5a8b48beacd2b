import { describe, expect, it } from "vitest";
import { readBound } from "../../../src/pipeline/timeline/read-bound.ts";

const iso = (text: string, zone: string): string =>
  new Date(readBound("since", text, zone)).toISOString();

describe("the bound of a window", () => {
  it.each([
    ["2026-10-15", "UTC", "2026-10-15T00:00:00.000Z"],
    ["2026-10-15", "Asia/Kolkata", "2026-10-14T18:30:00.000Z"],
    ["2026-10-15", "America/St_Johns", "2026-10-15T02:30:00.000Z"],
    ["2026-10", "Asia/Kolkata", "2026-09-30T18:30:00.000Z"],
    ["2026-10-15T10:00", "Asia/Kolkata", "2026-10-15T04:30:00.000Z"],
    ["2026-10-15T10:00:00+02:00", "Asia/Kolkata", "2026-10-15T08:00:00.000Z"],
    ["2026-10-15 10:00:00Z", "America/St_Johns", "2026-10-15T10:00:00.000Z"],
    // The clock jumps from 02:00 to 03:00 that day: what it leaves out is the moment of the jump.
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    // Midnight itself was left out.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
  ])("%s in %s is %s (TIM-01)", (text, zone, expected) => {
    expect(iso(text, zone)).toBe(expected);
  });

  it("is refused where it is no time", () => {
    for (const text of ["yesterday", "2026-02-30", "", "10:00"]) {
      expect(() => readBound("until", text, "UTC")).toThrow(/until: .* is no date or time/);
    }
  });
});
