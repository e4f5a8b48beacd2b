import { describe, expect, it } from "vitest";
import { pairedInterval } from "../../../bench/quality/bootstrap.ts";

describe("pairedInterval", () => {
  it("gives the same interval for the same differences and seed, another for another seed", () => {
    const differences = [[0.2, -0.1, 0.4, 0, 0.3, 0.1, -0.2, 0.05]];
    expect(pairedInterval(differences)).toEqual(pairedInterval(differences));
    expect(pairedInterval(differences, 8)).not.toEqual(pairedInterval(differences, 7));
  });

  it("has no width when every difference is the same", () => {
    expect(pairedInterval([[0.25, 0.25, 0.25]])).toEqual({ mean: 0.25, low: 0.25, high: 0.25 });
  });

  it("weighs a set of two questions as much as a set of four", () => {
    expect(pairedInterval([[1, 1], [0, 0, 0, 0], []])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it("holds the mean, and about 1.96 standard errors to either side of it", () => {
    // 200 differences of +1 and 200 of -1: standard error of the mean 1/sqrt(400) = 0.05.
    const interval = pairedInterval([
      Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 1 : -1)),
    ]);
    expect(interval.mean).toBe(0);
    expect(interval.high).toBeGreaterThan(0.08);
    expect(interval.high).toBeLessThan(0.12);
    expect(interval.low).toBeLessThan(-0.08);
    expect(interval.low).toBeGreaterThan(-0.12);
  });
});
