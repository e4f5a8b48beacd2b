import { describe, expect, it } from "vitest";
import {
  SHARE_AND_STANDING,
  STANDING_AND_RANK,
} from "../../../src/pipeline/admit/evidence-formula.ts";
import type { CandidateSignals } from "../../../src/pipeline/admit/signals.ts";
import { aCandidate } from "../../builders/a-pool.ts";

const BEST: CandidateSignals = {
  share: 1,
  deviation: 3,
  windowCoverage: 0.8,
  place: 1,
  pairs: 1,
  sufficiency: 1,
};
const second = (changes: Partial<CandidateSignals>): number | "unavailable" =>
  STANDING_AND_RANK.evidenceOf({ ...BEST, ...changes }, 0.8);

describe("the formula of lexgate/1", () => {
  it("is share times standing times nearness, and knows neither rank nor neighbors", () => {
    const signals = { ...BEST, share: 0.5, deviation: 1, windowCoverage: 0.4 };
    expect(SHARE_AND_STANDING.evidenceOf(signals, 0.8)).toBe(0.5 * 0.5 * 0.75);
    expect(SHARE_AND_STANDING.evidenceOf({ ...signals, place: 20, pairs: 0 }, 0.8)).toBe(0.1875);
  });
});

describe("the formula of lexgate/2", () => {
  it("is whole for what is first in everything, and less for every signal that is less", () => {
    expect(second({})).toBe(1);
    expect(second({ share: 0.25 })).toBe(0.5);
    expect(second({ deviation: 0 })).toBe(0.5);
    expect(second({ place: 4 })).toBe(0.5);
    expect(second({ windowCoverage: 0 })).toBe(0.5);
    expect(second({ pairs: 0 })).toBe(0.7);
  });

  it("says nothing where any signal is unknown", () => {
    for (const name of ["share", "deviation", "windowCoverage", "place", "pairs"] as const) {
      expect(second({ [name]: "unavailable" }), name).toBe("unavailable");
    }
  });

  it("measures the text that was scored, and what would enter where no bytes are named", () => {
    const offers = aCandidate("c1", { text: "four words stand here" }).offers.slice(-1);
    const scored = aCandidate("c1", { fragment: `${"a".repeat(64)}#100-900` });
    expect(STANDING_AND_RANK.sizeOf(scored, offers)).toBe(800);
    expect(STANDING_AND_RANK.sizeOf({ ...scored, fragment: "whole" }, offers)).toBe(21);
    expect(SHARE_AND_STANDING.sizeOf(scored, offers)).toBe(4);
  });
});
