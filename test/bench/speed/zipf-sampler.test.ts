import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../bench/seeded-random.ts";
import { inventWord } from "../../../bench/speed/invented-words.ts";
import { createZipfSampler } from "../../../bench/speed/zipf-sampler.ts";

describe("the Zipf sampler", () => {
  it("draws each rank as often as the law says", () => {
    // Four ranks, exponent 1, shift 1: 1, 1/2, 1/3, 1/4 of 25/12.
    const sampler = createZipfSampler({ size: 4, exponent: 1, shift: 1, random: seededRandom(1) });
    const counts = [0, 0, 0, 0];
    for (let draw = 0; draw < 50_000; draw++) {
      const rank = sampler.draw();
      counts[rank] = (counts[rank] ?? 0) + 1;
    }
    for (const [rank, share] of [0.48, 0.24, 0.16, 0.12].entries()) {
      expect((counts[rank] ?? 0) / 50_000).toBeCloseTo(share, 2);
    }
  });

  it("reaches the first and the last rank at the ends of the unit interval", () => {
    const at = (random: number): number =>
      createZipfSampler({ size: 1_000, exponent: 1.05, shift: 2.7, random: () => random }).draw();
    expect(at(0)).toBe(0);
    expect(at(1 - 2 ** -32)).toBe(999);
  });
});

describe("inventWord", () => {
  it("gives every rank a word of its own, one that no Porter step shortens to another's", () => {
    const words = Array.from({ length: 20_000 }, (_, rank) => inventWord(rank));
    expect(new Set(words).size).toBe(words.length);
    expect(words.every((word) => /^([bdfgklmnprstvz][aeiou])+x$/.test(word))).toBe(true);
  });
});
