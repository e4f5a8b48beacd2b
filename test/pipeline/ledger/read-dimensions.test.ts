import { describe, expect, it } from "vitest";
import { readDimensions } from "../../../src/pipeline/ledger/read-dimensions.ts";
import { splitTokens } from "../../../src/pipeline/ledger/split-tokens.ts";
import { aBundleRecord, aLedgerEntry } from "../../builders/a-bundle-record.ts";

const OUTCOME = { bundle: "B1", note: "none" } as const;

describe("what may come of a bundle", () => {
  it("is read by one channel for bloat, interference, position and cost each (ADM-42)", () => {
    const [lean, all] = [aBundleRecord([{}]), aBundleRecord([{}, {}, {}], { tokens: 700 })];
    const judgements = { E1: "required", E2: "distractor", E3: "trap" } as const;
    const split = splitTokens(all.exhibits, judgements);
    expect(readDimensions(aLedgerEntry(all), { split, previous: lean })).toMatchObject({
      tokens: 700,
      interference: 20,
      position: { tokens: 20, moved: [] },
      cost: "unknown",
    });
  });

  it("keeps what nobody knows unknown, and never 0", () => {
    const record = aBundleRecord([{}]);
    const unlabeled = { split: splitTokens(record.exhibits, "none"), previous: "none" } as const;
    expect(readDimensions(aLedgerEntry(record), unlabeled)).toMatchObject({
      ...{ success: "unknown", interference: "n/a", position: "none", cost: "unknown" },
    });
  });

  it("takes the outcome that was recorded last, as the list does, whatever its clock said", () => {
    const record = aBundleRecord([]);
    const entry = aLedgerEntry(record, {
      outcomes: [
        { ...OUTCOME, at: "2026-10-16T00:00:00.000Z", outcome: "success" },
        { ...OUTCOME, at: "2026-10-15T00:00:00.000Z", outcome: "failure" },
      ],
    });
    const split = splitTokens([], {});
    expect(readDimensions(entry, { split, previous: "none" }).success).toBe("failure");
  });
});
