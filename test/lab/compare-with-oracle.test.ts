import { describe, expect, it } from "vitest";
import { compareWithOracle } from "../../src/lab/compare-with-oracle.ts";
import type { RequiredPart } from "../../src/lab/oracle.ts";
import type { BundleRecord } from "../../src/model/ledger-record.ts";
import type { Granularity } from "../../src/model/representation.ts";
import { aBundleRecord, type CandidateStory } from "../builders/a-bundle-record.ts";

const needs = (candidate: string, granularity: Granularity = "section"): RequiredPart => ({
  candidate,
  representation: { granularity, fidelity: "exact" },
});

/** Every exhibit has 10 tokens; a span of each candidate would have had 4. */
function ofStories(...stories: readonly CandidateStory[]): BundleRecord {
  const record = aBundleRecord(stories);
  const span = { granularity: "span", fidelity: "exact", tokens: 4, bytes: 20 } as const;
  const offers = [{ ...span, sha256: "deferred" as const }];
  return { ...record, candidates: record.candidates.map((one) => ({ ...one, offers })) };
}

describe("a bundle beside the least that its task needed", () => {
  it("reads as over-admitting by the tokens beyond it (FAI-09)", () => {
    const record = ofStories({}, {});
    expect(compareWithOracle(record, [needs("c1"), needs("c2")])).toEqual({
      reads: "exact",
      missing: [],
      unneeded: [],
      extraTokens: 0,
      admittedTokens: 20,
    });
    expect(compareWithOracle(record, [needs("c1")])).toMatchObject({
      reads: "over",
      unneeded: ["E2"],
      extraTokens: 10,
    });
    // A whole section where four tokens of it would have done.
    expect(compareWithOracle(record, [needs("c1", "span"), needs("c2")])).toMatchObject({
      reads: "over",
      unneeded: [],
      extraTokens: 6,
    });
  });

  it("reads as under-admitting where a required part is missing or in too small a form (FAI-09)", () => {
    const record = ofStories({ granularity: "span" }, { verdict: "reject" });
    expect(compareWithOracle(record, [needs("c1", "span")])).toMatchObject({ reads: "over" });
    expect(compareWithOracle(record, [needs("c1"), needs("c2")])).toMatchObject({
      reads: "under",
      missing: [needs("c1"), needs("c2")],
    });
  });

  it("can read as both, and as neither where nobody said what was required", () => {
    const record = ofStories({}, { verdict: "reject" });
    expect(compareWithOracle(record, [needs("c2")])).toMatchObject({
      reads: "both",
      missing: [needs("c2")],
      unneeded: ["E1"],
    });
    expect(compareWithOracle(record, "unlabeled")).toBe("not_evaluated");
    expect(compareWithOracle(ofStories(), [])).toMatchObject({ reads: "exact", admittedTokens: 0 });
  });
});
