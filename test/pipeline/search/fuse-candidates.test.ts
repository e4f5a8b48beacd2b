import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArtifactRef } from "../../../src/model/artifact.ts";
import {
  demoteReplaced,
  type FusedCandidate,
  fuseCandidates,
  type RankedCandidate,
  rankStore,
} from "../../../src/pipeline/search/fuse-candidates.ts";
import type { IndexCandidate } from "../../../src/ports/passage-index.ts";

const STORES = ["content", "sessions", "memory", "captures"] as const;

function aCandidate(artifact: string, score: number): IndexCandidate {
  return {
    artifact: artifact as ArtifactRef,
    version: "a".repeat(64),
    position: 0,
    score,
    stageOneScore: score,
    matched: [],
    unmatched: [],
    coverage: 0,
  };
}

/** Stores as indexes answer: best first, each with a ceiling of its own. */
const answers = fc.tuple(
  ...STORES.map((store) =>
    fc
      .record({
        ceiling: fc.double({ min: 1, max: 20, noNaN: true }),
        parts: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 6 }),
      })
      .map(({ ceiling, parts }) => ({
        store,
        candidates: rankStore({
          ceiling,
          candidates: parts
            .toSorted((left, right) => right - left)
            .map((part, index) => aCandidate(`${store}/${index}`, (part / 8) * ceiling)),
        }),
      })),
  ),
);

const shown = (fused: readonly FusedCandidate<string>[]): unknown =>
  fused.map(({ candidate, share, store }) => [store, candidate.artifact, candidate.score, share]);

describe("fusing the candidates of several stores", () => {
  it("leaves order and numbers of the rest as they were, whichever stores are dropped (STO-09, PAR-07)", () => {
    fc.assert(
      fc.property(answers, fc.subarray([...STORES]), (stores, kept) => {
        const all = fuseCandidates(stores);
        const some = fuseCandidates(stores.filter(({ store }) => kept.includes(store)));
        expect(shown(some)).toEqual(shown(all.filter(({ store }) => kept.includes(store))));
      }),
    );
  });

  it("keeps every store's own order, and the stores' order among equals", () => {
    fc.assert(
      fc.property(answers, (stores) => {
        const fused = fuseCandidates(stores);
        for (const { store, candidates } of stores) {
          const own = fused.filter((entry) => entry.store === store);
          expect(own.map(({ candidate }) => candidate)).toEqual(
            candidates.map(({ candidate }) => candidate),
          );
        }
        for (const [index, entry] of fused.entries()) {
          const next = fused[index + 1];
          if (next === undefined || next.share < entry.share) continue;
          expect(next.share).toBe(entry.share);
          expect(STORES.indexOf(next.store)).toBeGreaterThanOrEqual(STORES.indexOf(entry.store));
        }
      }),
    );
  });

  it("compares shares and not scores, which stay each store's own", () => {
    const large = rankStore({ ceiling: 100, candidates: [aCandidate("a", 30)] });
    const small = rankStore({ ceiling: 10, candidates: [aCandidate("b", 5)] });
    const fused = fuseCandidates([
      { store: "content", candidates: large },
      { store: "memory", candidates: small },
    ]);
    expect(fused.map(({ candidate, share }) => [candidate.score, share])).toEqual([
      [5, 0.5],
      [30, 0.3],
    ]);
  });
});

describe("candidates that were replaced", () => {
  const ranked = (...entries: readonly (readonly [string, number])[]): RankedCandidate[] =>
    entries.map(([artifact, share]) => ({ candidate: aCandidate(artifact, share * 10), share }));
  const order = (entries: readonly RankedCandidate[]): unknown =>
    entries.map(({ candidate, share }) => [candidate.artifact, share]);

  it("stand behind what replaced them, through any number of replacements", () => {
    const replacements = new Map([
      ["old", "newer"],
      ["newer", "between"],
      ["between", "newest"],
    ]);
    const entries = ranked(["old", 0.9], ["other", 0.6], ["newer", 0.5], ["newest", 0.3]);
    const demoted = demoteReplaced(entries, (artifact) => replacements.get(artifact) ?? "none");
    expect(order(demoted)).toEqual([
      ["other", 0.6],
      ["newest", 0.3],
      ["newer", 0.3],
      ["old", 0.3],
    ]);
    expect(demoted.at(-1)?.candidate.score).toBe(9);
  });

  it("stay where they are when their replacement is no candidate, and in a circle", () => {
    const entries = ranked(["old", 0.9], ["other", 0.6]);
    expect(demoteReplaced(entries, (a) => (a === "old" ? "absent" : "none"))).toEqual(entries);
    const circle = demoteReplaced(entries, (a) => (a === "old" ? "other" : "old"));
    expect(circle).toHaveLength(2);
  });
});
