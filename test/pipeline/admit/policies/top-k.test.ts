import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NOTHING_RESIDENT } from "../../../../src/model/resident.ts";
import { createTopK } from "../../../../src/pipeline/admit/policies/top-k.ts";
import { aCandidate, aPool } from "../../../builders/a-pool.ts";

const BUDGET = { tokens: 100_000, bytes: 1_000_000 };

describe("top-k", () => {
  it("admits as many as its name says, whatever the scores are: nothing adapts the number (ADM-36)", () => {
    const scores = fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 6 }), (drawn, count) => {
        const sorted = drawn.toSorted((left, right) => right - left);
        const pool = aPool(
          sorted.map((score, nth) => aCandidate(`c${nth + 1}`, { score, text: `text ${nth}` })),
        );
        const policy = createTopK(count);
        const input = { pool, resident: NOTHING_RESIDENT, budget: BUDGET };
        const admitted = policy
          .decide(input)
          .decisions.filter(({ verdict }) => verdict === "admit");
        expect(policy.version).toBe(`top-k/1:${count}`);
        expect(admitted.map(({ candidate }) => candidate)).toEqual(
          pool.candidates.slice(0, count).map(({ id }) => id),
        );
      }),
    );
  });
});
