import { describe, expect, it } from "vitest";
import { alternate } from "../../../bench/speed/alternate.ts";
import { median, quantile } from "../../../bench/speed/quantiles.ts";

describe("alternate", () => {
  it("lets every contender answer every query, taking turns at going first", async () => {
    const order: string[] = [];
    const contender = (name: string) => ({
      name,
      answer: (query: string): void => {
        order.push(`${name}${query}`);
      },
    });
    const timings = await alternate([contender("a"), contender("b")], ["1", "2"]);
    // The warm-up first, then the measured turns.
    expect(order).toEqual(["a1", "b1", "a2", "b2", "a1", "b1", "b2", "a2"]);
    expect(timings.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(timings.every(({ p50Ms, p95Ms }) => p50Ms >= 0 && p95Ms >= p50Ms)).toBe(true);
  });
});

describe("quantile", () => {
  it("takes the nearest rank without changing the values given", () => {
    const values = [5, 1, 4, 2, 3];
    expect(median(values)).toBe(3);
    expect(quantile(values, 0.95)).toBe(5);
    expect(quantile(values, 0)).toBe(1);
    expect(values).toEqual([5, 1, 4, 2, 3]);
    expect(median([])).toBeNaN();
  });
});
