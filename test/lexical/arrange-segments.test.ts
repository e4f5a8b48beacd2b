import { describe, expect, it } from "vitest";
import { chooseMerge } from "../../src/lexical/arrange-segments.ts";

const segments = (count: number, livePassages: number, passageCount = livePassages) =>
  Array.from({ length: count }, (_, id) => ({
    segment: { id, documentCount: 10, passageCount, liveness: "all" as const },
    livePassages,
    liveDocuments: 10,
  }));

describe("choosing what to merge", () => {
  it("merges a tier when it is full, and leaves one that is not", () => {
    expect(chooseMerge(segments(7, 100))).toEqual([]);
    expect(chooseMerge([...segments(7, 100), ...segments(7, 10_000)])).toEqual([]);
    const full = segments(9, 100);
    expect(chooseMerge([...segments(3, 10_000), ...full])).toEqual(full);
  });

  it("rewrites alone what more than a fifth of is dead", () => {
    const rotten = segments(1, 79, 100);
    expect(chooseMerge([...segments(9, 80, 100), ...rotten])).toEqual(rotten);
  });

  it("merges no more at once than memory allows, whatever a first build leaves", () => {
    const many = segments(200, 100);
    expect(chooseMerge(many)).toEqual(many.slice(0, 64));
  });
});
