import { describe, expect, it } from "vitest";
import { type KnownInstant, UNKNOWN_INSTANT } from "../../../src/model/instant.ts";
import { ageInDays, assessSources } from "../../../src/pipeline/respond/assess-sources.ts";

const NOW = Date.parse("2026-10-15T12:00:00Z");
const declared = (at: string): KnownInstant => ({
  at,
  basis: "declared",
  precision: "day",
  offset: "Z",
});
const assess = (...instants: readonly (KnownInstant | typeof UNKNOWN_INSTANT)[]) =>
  assessSources(instants, NOW, 7);

describe("assessSources", () => {
  it("reports the oldest observation of several, and its age in whole days (FRE-03, FRE-06)", () => {
    const sources = assess(declared("2026-10-10T00:00:00Z"), declared("2026-10-01T00:00:00Z"));
    expect(sources).toEqual({
      oldestObservedAt: "2026-10-01T00:00:00Z",
      newestObservedAt: "2026-10-10T00:00:00Z",
      ageDays: 14,
      stale: true,
      maxAgeDays: 7,
      unknownDates: 0,
    });
  });

  it("counts dates nobody declared and fills none of them in (FRE-16)", () => {
    const sources = assess(UNKNOWN_INSTANT, UNKNOWN_INSTANT);
    expect(sources).toMatchObject({
      oldestObservedAt: "unknown",
      ageDays: "unknown",
      stale: "unknown",
      unknownDates: 2,
    });
  });

  it("takes an edit or a commit for no observation (FRE-16)", () => {
    const edited: KnownInstant = { ...declared("2026-10-14T00:00:00Z"), basis: "edited" };
    const committed: KnownInstant = { ...declared("2026-10-14T00:00:00Z"), basis: "committed" };
    expect(assess(edited, committed)).toMatchObject({ unknownDates: 2, stale: "unknown" });
  });

  it("takes an observation in the future for none: it cannot have happened", () => {
    expect(ageInDays(declared("2026-10-16T00:00:00Z"), NOW)).toBe("unknown");
  });

  it("is not stale on the last allowed day and stale on the next", () => {
    expect(assess(declared("2026-10-08T12:00:00Z")).stale).toBe(false);
    expect(assess(declared("2026-10-07T12:00:00Z")).stale).toBe(true);
  });
});
