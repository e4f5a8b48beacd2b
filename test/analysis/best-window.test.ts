import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBestWindow } from "../../src/analysis/best-window.ts";

describe("findBestWindow", () => {
  it("counts a term once, however often it stands in the window", () => {
    expect(findBestWindow([0, 0, 0, -1, 1], [3, 1], 2).share).toBe(3 / 4);
    expect(findBestWindow([0, 0, 0, -1, 1], [3, 1], 5).share).toBe(1);
  });

  it("takes the first of equal windows and says where it begins and what it holds", () => {
    const places = [-1, -1, 0, -1, -1, -1, 0];
    expect(findBestWindow(places, [1, 1], 2)).toEqual({ share: 0.5, start: 1, held: [0] });
  });

  it("finds nothing in an empty text, in one without the terms, and for terms without weight", () => {
    const nothing = { share: 0, start: 0, held: [] };
    expect(findBestWindow([], [1], 40)).toEqual(nothing);
    expect(findBestWindow([-1, -1], [1], 40)).toEqual(nothing);
    expect(findBestWindow([0], [0], 40)).toEqual(nothing);
  });

  it("equals trying every window", () => {
    const texts = fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 12 }), (places, size) => {
        const weights = [1, 2, 4, 8];
        const shareOf = (start: number): number =>
          [...new Set(places.slice(start, start + size))]
            .filter((place) => place >= 0)
            .reduce((sum, place) => sum + (weights[place] ?? 0), 0) / 15;
        const best = Math.max(0, ...places.map((_, start) => shareOf(start)));
        expect(findBestWindow(places, weights, size).share).toBeCloseTo(best, 12);
      }),
    );
  });
});
