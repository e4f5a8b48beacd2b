import { describe, expect, it } from "vitest";
import { netTokens, preloadTokens, spentTokens } from "../../../src/pipeline/bundle/net-tokens.ts";
import { aTextPool, COUNTER } from "../../builders/a-laid-out-bundle.ts";

const machinery = {
  identities: 2_000,
  anchors: 1_500,
  reasons: 500,
  frame: 2_000,
  ranking: 0,
  expansionCalls: 3,
};

describe("net tokens", () => {
  it("are what was saved less what deciding cost: 8,000 saved by 6,000 spent is 2,000 (LED-07)", () => {
    expect(netTokens(9_000, 1_000, machinery)).toEqual({
      preloadAll: 9_000,
      admitted: 1_000,
      saved: 8_000,
      spent: 6_000,
      net: 2_000,
    });
  });

  it("fall below zero where deciding cost more than it saved, and stay there", () => {
    expect(netTokens(1_200, 1_000, machinery).net).toBe(200 - 6_000);
  });

  it("count calls apart from tokens", () => {
    expect(spentTokens({ ...machinery, expansionCalls: 100 })).toBe(6_000);
  });

  it("compare with preloading each text of this project once, in the form it was offered", () => {
    const pool = aTextPool([{ text: "Owners deploy." }, { text: "Nobody deploys on Friday." }]);
    const both = COUNTER.count("Owners deploy.") + COUNTER.count("Nobody deploys on Friday.");
    expect(preloadTokens(pool)).toBe(both);
    const [first, second] = pool.candidates;
    if (first === undefined || second === undefined) throw new Error("no candidates");
    const without = [
      { ...second, duplicateOf: "c1" },
      { ...second, scope: "another" },
      { ...second, recovery: { status: "failed" as const, reason: "gone" } },
    ];
    for (const other of without) {
      const alone = preloadTokens({ ...pool, candidates: [first, other] });
      expect(alone).toBe(COUNTER.count("Owners deploy."));
    }
  });
});
