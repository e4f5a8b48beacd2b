import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MergeCounter } from "../../src/host/merge-counter.ts";
import { openRanks, packRanks, type Ranks, type RankTable } from "../../src/host/rank-table.ts";

const SINGLE: Ranks = Array.from({ length: 256 }, (_, byte) => [byte]);

function tableOf(ranks: Ranks): RankTable {
  const table = openRanks(packRanks(ranks));
  if (table === "malformed") throw new Error("malformed");
  return table;
}

const rankOf = (table: RankTable, bytes: readonly number[]): number =>
  table.rankOf(Uint8Array.from([9, ...bytes, 9]), 1, bytes.length + 1);

describe("a packed table of ranks", () => {
  it("knows each token by exactly its bytes", () => {
    const table = tableOf([...SINGLE, "ab", "é", [0xff, 0xfe], "abc"]);
    expect(rankOf(table, [0x61])).toBe(0x61);
    expect(rankOf(table, [0x61, 0x62])).toBe(256);
    expect(rankOf(table, [0xc3, 0xa9])).toBe(257);
    expect(rankOf(table, [0xff, 0xfe])).toBe(258);
    expect(rankOf(table, [0x61, 0x62, 0x63])).toBe(259);
    expect(rankOf(table, [0x62, 0x61])).toBe(-1);
    expect(rankOf(table, [0x61, 0x62, 0x63, 0x64])).toBe(-1);
  });

  it("is read from wherever its bytes lie, and refuses what is none", () => {
    const packed = packRanks([...SINGLE, "ab"]);
    const moved = new Uint8Array(packed.length + 3);
    moved.set(packed, 3);
    const table = openRanks(moved.subarray(3));
    expect(table === "malformed" ? -2 : rankOf(table, [0x61, 0x62])).toBe(256);
    for (const bytes of [new Uint8Array(), packed.subarray(0, 100), packed.subarray(1)]) {
      expect(openRanks(bytes)).toBe("malformed");
    }
  });
});

describe("the counter of merges", () => {
  const merges = ["ab", "bc", "abc", "aa", "aaaa", "cab", "ca"];
  const ranks: Ranks = [...SINGLE, ...merges];

  it("joins the lowest rank first and the leftmost of equal ones, as written down", () => {
    const counter = new MergeCounter(tableOf(ranks));
    const piece = fc.string({ unit: fc.constantFrom("a", "b", "c", "é"), maxLength: 40 });
    fc.assert(
      fc.property(piece, (text) => {
        expect(counter.count(text)).toBe(countPlainly(text));
      }),
      { numRuns: 500 },
    );
  });

  /** The definition, a scan of all pairs for each merge. */
  function countPlainly(text: string): number {
    const rank = new Map(ranks.map((token, index) => [keyOf(token), index]));
    if (rank.has(keyOf(text))) return 1;
    let parts = [...Buffer.from(text)].map((byte) => [byte]);
    for (;;) {
      const pairs = parts.slice(1).map((part, index) => [...(parts[index] ?? []), ...part]);
      const known = pairs.map((pair) => rank.get(pair.join(" ")) ?? Number.POSITIVE_INFINITY);
      const least = Math.min(...known);
      if (least === Number.POSITIVE_INFINITY) return parts.length;
      const at = known.indexOf(least);
      parts = [...parts.slice(0, at), pairs[at] ?? [], ...parts.slice(at + 2)];
    }
  }

  function keyOf(token: Ranks[number]): string {
    return (typeof token === "string" ? [...Buffer.from(token)] : token).join(" ");
  }
});
