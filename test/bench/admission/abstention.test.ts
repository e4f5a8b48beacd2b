import { describe, expect, it } from "vitest";
import { areaUnder, quantile } from "../../../bench/admission/abstention.ts";

describe("areaUnder", () => {
  it("is one where every positive is above every negative, half where nothing tells them apart", () => {
    expect(areaUnder([2, 3], [0, 1])).toBe(1);
    expect(areaUnder([0, 1], [2, 3])).toBe(0);
    expect(areaUnder([1, 1], [1])).toBe(0.5);
    expect(areaUnder([1, 3], [2])).toBe(0.5);
  });
});

describe("quantile", () => {
  it("has at most the share below it", () => {
    const values = Array.from({ length: 40 }, (_, place) => 40 - place);
    const limit = quantile(values, 0.05);
    expect(values.filter((value) => value < limit)).toHaveLength(2);
  });
});
