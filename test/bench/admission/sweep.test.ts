import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SweptCandidate } from "../../../bench/admission/judge-pools.ts";
import { evenWeights, meetRecalls, openSweep, recallFrom } from "../../../bench/admission/sweep.ts";

const candidate = (
  label: SweptCandidate["label"],
  margin: number,
  whole = 100,
): SweptCandidate => ({ label, whole, short: 10, margins: [margin] });
const POOLS = [
  {
    candidates: [
      candidate("required", 4),
      candidate("irrelevant", 3, 40),
      candidate("required", 1),
    ],
  },
  { candidates: [candidate("trap", 5, 60), candidate("required", 2), candidate("helpful", 4.5)] },
];

describe("a sweep", () => {
  it("says the tokens of everything admitted on the way to a recall, and none of what answers or helps", () => {
    const sweep = openSweep(POOLS, 0, "whole");
    const even = evenWeights(sweep);
    expect(recallFrom(sweep, 4, even)).toBe(0.25);
    expect(recallFrom(sweep, 2, even)).toBe(0.75);
    const [quarter, most, all] = meetRecalls(sweep, [0.25, 0.75, 1], even);
    expect(quarter).toEqual({ threshold: 4, recall: 0.25, needless: 30 });
    expect(most).toEqual({ threshold: 2, recall: 0.75, needless: 50 });
    expect(all).toEqual({ threshold: 1, recall: 1, needless: 50 });
    const [short] = meetRecalls(openSweep(POOLS, 0, "short"), [0.75], even);
    expect(short?.needless).toBe(10);
  });

  it("counts a pool as often as it was drawn", () => {
    const sweep = openSweep(POOLS, 0, "whole");
    const [met] = meetRecalls(sweep, [1], Float64Array.from([2, 0]));
    expect(met).toEqual({ threshold: 1, recall: 1, needless: 40 });
  });

  it("admits equal margins together and shares their tokens out where the recall lies between", () => {
    const equal = [
      {
        candidates: [
          candidate("required", 1),
          candidate("irrelevant", 1),
          candidate("required", 0),
        ],
      },
    ];
    const sweep = openSweep(equal, 0, "whole");
    const [met] = meetRecalls(sweep, [0.25], evenWeights(sweep));
    expect(met).toMatchObject({ threshold: 1, recall: 0.5 });
    expect(met?.needless).toBeCloseTo(50, 6);
  });

  it("ends at its lowest threshold where a recall is never met, because something never enters", () => {
    const never = [
      { candidates: [candidate("required", Number.NEGATIVE_INFINITY), candidate("required", 2)] },
    ];
    const sweep = openSweep(never, 0, "whole");
    const [met] = meetRecalls(sweep, [1], evenWeights(sweep));
    expect(met).toEqual({ threshold: 2, recall: 0.5, needless: 0 });
  });

  it("never pays less for more recall", () => {
    const pool = fc.array(
      fc.record({
        label: fc.constantFrom("required" as const, "irrelevant" as const, "trap" as const),
        whole: fc.integer({ min: 1, max: 500 }),
        short: fc.constant(1),
        margins: fc.tuple(fc.integer({ min: 0, max: 6 })),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.array(pool, { minLength: 1, maxLength: 5 }), (lists) => {
        const pools = lists.map((list) => ({ candidates: [candidate("required", 3), ...list] }));
        const sweep = openSweep(pools, 0, "whole");
        const paid = meetRecalls(sweep, [0.1, 0.4, 0.7, 1], evenWeights(sweep));
        const tokens = paid.map(({ needless }) => needless);
        expect(tokens).toEqual([...tokens].sort((left, right) => left - right));
        expect(paid.at(-1)?.recall).toBeCloseTo(1, 9);
      }),
    );
  });
});
