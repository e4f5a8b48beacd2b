import { describe, expect, it } from "vitest";
import { compareBundles, type JudgedBundle } from "../../src/lab/compare-bundles.ts";
import type { BundleRecord, LedgerEntry } from "../../src/model/ledger-record.ts";
import { aBundleRecord, aLedgerEntry, type CandidateStory } from "../builders/a-bundle-record.ts";

const DONE = { bundle: "B1", at: "2026-10-15T10:00:00.000Z", note: "none" } as const;

function aJudged(
  stories: readonly CandidateStory[],
  more: Partial<BundleRecord> = {},
  outcome: "success" | "failure" | "none" = "none",
): JudgedBundle {
  const entry: LedgerEntry = aLedgerEntry(aBundleRecord(stories, more), {
    outcomes: outcome === "none" ? [] : [{ ...DONE, outcome }],
  });
  return { entry, judgements: "none" };
}

const TWO = [{}, {}];
const turned = ({ exhibits }: BundleRecord): Partial<BundleRecord> => ({
  exhibits: exhibits.toReversed(),
});

describe("two bundles side by side", () => {
  it("keep success, tokens, latency, cost and interference apart, and no number for all of them (ADM-21)", () => {
    const before = aJudged(TWO, { tokens: 300 }, "failure");
    const cost = { amount: 0.02, currency: "EUR", priceTable: "2026-10" };
    const now = aJudged(TWO, { tokens: 120, cost }, "success");
    const judged = { ...now, judgements: { E1: "required", E2: "trap" } as const };
    const compared = compareBundles(before, judged);
    expect(compared.before).toEqual({
      ...{ success: "failure", tokens: 300, latencyMs: 3, cost: "unknown" },
      ...{ interference: "n/a", position: "none" },
    });
    expect(compared.now).toEqual({
      ...{ success: "success", tokens: 120, latencyMs: 3, cost, interference: 10 },
      position: { tokens: 0, moved: [] },
    });
    expect(Object.keys(compared).sort()).toEqual(["before", "confounds", "now"]);
    expect(compared.confounds).toEqual([]);
  });

  it("declare another order as a confound, and an effect of order where nothing else explains the outcome (ADM-26)", () => {
    const record = aBundleRecord(TWO);
    const other = turned(record);
    expect(compareBundles(aJudged(TWO), aJudged(TWO, other)).confounds).toEqual(["order"]);
    const same = compareBundles(aJudged(TWO, {}, "success"), aJudged(TWO, other, "success"));
    expect(same.confounds).toEqual(["order"]);
    const found = compareBundles(aJudged(TWO, {}, "success"), aJudged(TWO, other, "failure"));
    expect(found.confounds).toEqual(["order", "outcome_by_order"]);
  });

  it.each([
    ["task", { task: { text: "Another task?", query: "task", scope: "desk" } }],
    ["pool", { candidates: [] }],
    ["policy", { policyVersion: "top-k/1:3" }],
    ["resident", { previous: "B0" }],
    ["counter", { counter: "another" }],
    ["form", { form: "xml" }],
  ] as const)("name what else differs: %s", (confound, more) => {
    const { confounds } = compareBundles(aJudged(TWO), aJudged(TWO, more));
    expect(confounds).toEqual([confound]);
  });

  it("take what one of them lacks for no change of order", () => {
    const three = aJudged([{}, {}, {}]);
    const first = aJudged([{}, { verdict: "reject" }, {}]);
    expect(compareBundles(three, first).confounds).toEqual([]);
  });
});
