import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayIn, isTimeZone, momentOf, offsetIn, wallTimeIn } from "../../src/model/time-zone.ts";

const ZONES = ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Apia", "Europe/Berlin"];

describe("a time zone", () => {
  it("shows the same moment as its own clocks do, and says how far that is from UTC", () => {
    const moment = Date.parse("2026-10-14T20:00:00.250Z");
    expect(wallTimeIn("Asia/Kolkata", moment)).toBe("2026-10-15T01:30:00.250");
    expect(dayIn("Asia/Kolkata", moment)).toBe("2026-10-15");
    expect(offsetIn("Asia/Kolkata", moment)).toBe("+05:30");
    expect(offsetIn("America/St_Johns", moment)).toBe("-02:30");
    expect(offsetIn("UTC", moment)).toBe("Z");
    expect(wallTimeIn("UTC", moment)).toBe("2026-10-14T20:00:00.250");
  });

  it("gives back a moment whose clock shows what was asked", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.parse("1990-01-01"), max: Date.parse("2040-01-01") }),
        (zone, moment) => {
          const wall = wallTimeIn(zone, moment);
          const found = momentOf(zone, wall);
          // An hour that a clock shows twice has an earlier moment.
          expect(found).toBeLessThanOrEqual(moment);
          expect(wallTimeIn(zone, found) >= wall).toBe(true);
          expect(moment - found).toBeLessThanOrEqual(3_600_000);
        },
      ),
    );
  });

  it("is known by its name only", () => {
    expect(ZONES.every(isTimeZone)).toBe(true);
    expect(["Asia/Calcuta", "", "here", "Mars/Base"].some(isTimeZone)).toBe(false);
  });
});
