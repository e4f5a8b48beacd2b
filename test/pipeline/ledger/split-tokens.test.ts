import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NEED_LABELS } from "../../../src/model/token-split.ts";
import { splitTokens } from "../../../src/pipeline/ledger/split-tokens.ts";

describe("admitted tokens by what they were to the task", () => {
  it("are n/a and never 0 where nobody labelled them (LED-02)", () => {
    const split = splitTokens([{ label: "E1", tokens: 12 }], "none");
    expect(split.total).toBe(12);
    expect(NEED_LABELS.map((need) => split[need])).toEqual(NEED_LABELS.map(() => "n/a"));
  });

  it("show the waste that half right would hide: 10 tokens required, 20,000 irrelevant (LED-01, LED-03)", () => {
    const exhibits = [
      { label: "E1", tokens: 10 },
      { label: "E2", tokens: 20_000 },
    ];
    const split = splitTokens(exhibits, { E1: "required", E2: "irrelevant" });
    expect(split).toMatchObject({ required: 10, irrelevant: 20_000, total: 20_010 });
    const admitted = exhibits.filter(({ label }) => label === "E1").length / exhibits.length;
    expect(admitted).toBe(0.5);
    expect(Number(split.irrelevant) / split.total).toBeCloseTo(20_000 / 20_010, 12);
  });

  it("add up to all that was admitted, whatever the labels (LED-04)", () => {
    const exhibit = fc.record({ tokens: fc.nat(30_000), need: fc.constantFrom(...NEED_LABELS) });
    fc.assert(
      fc.property(fc.array(exhibit), (drawn) => {
        const exhibits = drawn.map(({ tokens }, index) => ({ label: `E${index + 1}`, tokens }));
        const judged = Object.fromEntries(drawn.map(({ need }, index) => [`E${index + 1}`, need]));
        const split = splitTokens(exhibits, judged);
        const sum = NEED_LABELS.reduce((total, need) => total + Number(split[need]), 0);
        expect(sum).toBe(split.total);
      }),
    );
  });

  it("count what no label names as irrelevant", () => {
    const split = splitTokens([{ label: "E1", tokens: 3 }], {});
    expect(split).toMatchObject({ total: 3, irrelevant: 3, required: 0 });
  });
});
