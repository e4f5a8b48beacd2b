import { describe, expect, it } from "vitest";
import { formatAge } from "../../../../src/interfaces/cli/format/format-age.ts";

describe("age in words", () => {
  it("gives the days and the basis of an observation", () => {
    const observed = { at: "2026-10-01T00:00:00Z", basis: "declared" } as const;
    expect(formatAge({ observed, ageDays: 14 })).toBe(
      "observed 2026-10-01, 14 days ago (declared)",
    );
    expect(formatAge({ observed, ageDays: 1 })).toBe("observed 2026-10-01, 1 day ago (declared)");
    expect(formatAge({ observed, ageDays: 0 })).toBe("observed 2026-10-01, today (declared)");
  });

  it("says so when nobody stated a date, and when the date lies ahead", () => {
    expect(formatAge({ observed: { at: "unknown", basis: "unknown" }, ageDays: "unknown" })).toBe(
      "date unknown",
    );
    const ahead = { at: "2030-01-01T00:00:00Z", basis: "declared" } as const;
    expect(formatAge({ observed: ahead, ageDays: -5 })).toContain("in the future");
  });

  it("never calls an edit, a commit or an indexing an observation", () => {
    for (const basis of ["edited", "committed", "indexed"] as const) {
      const text = formatAge({ observed: { at: "2026-10-01T00:00:00Z", basis }, ageDays: 3 });
      expect(text).toBe(`date unknown (${basis} 2026-10-01, which is no observation)`);
    }
  });
});
