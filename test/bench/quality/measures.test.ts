import { describe, expect, it } from "vitest";
import { meanMeasures, measure } from "../../../bench/quality/measures.ts";

describe("measure", () => {
  it("discounts a right unit by the logarithm of its rank and divides by the ideal", () => {
    // Right at ranks 2 and 4: 1/log2(3) + 1/log2(5) = 1.061606; ideal for two: 1 + 1/log2(3) = 1.630930.
    const measures = measure([9, 1, 8, 2, 7, 6], new Set([1, 2]));
    expect(measures.ndcg10).toBeCloseTo(0.650921, 6);
    expect(measures).toMatchObject({ recall5: 1, recall10: 1, mrr: 0.5, top1: 0 });
  });

  it("looks no deeper than ten for nDCG but to the end for the reciprocal rank", () => {
    const ranked = [...Array.from({ length: 11 }, (_, i) => 100 + i), 1];
    expect(measure(ranked, new Set([1]))).toEqual({
      ndcg10: 0,
      recall5: 0,
      recall10: 0,
      mrr: 1 / 12,
      top1: 0,
    });
  });

  it("counts recall over all right units, so that twelve of them cannot reach 1 in ten places", () => {
    const right = Array.from({ length: 12 }, (_, i) => i);
    const measures = measure(right, new Set(right));
    expect(measures.ndcg10).toBe(1);
    expect(measures.recall5).toBeCloseTo(5 / 12, 12);
    expect(measures.recall10).toBeCloseTo(10 / 12, 12);
    expect(measures.top1).toBe(1);
  });

  it("is zero throughout when nothing right is ranked, or nothing at all", () => {
    const nothing = { ndcg10: 0, recall5: 0, recall10: 0, mrr: 0, top1: 0 };
    expect(measure([4, 5], new Set([1]))).toEqual(nothing);
    expect(measure([], new Set([1]))).toEqual(nothing);
  });

  it("averages each measure by itself", () => {
    const first = measure([1], new Set([1]));
    const second = measure([2], new Set([1]));
    expect(meanMeasures([first, second])).toEqual({
      ndcg10: 0.5,
      recall5: 0.5,
      recall10: 0.5,
      mrr: 0.5,
      top1: 0.5,
    });
  });
});
