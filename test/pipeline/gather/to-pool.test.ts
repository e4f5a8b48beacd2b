import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GeneratorName } from "../../../src/model/candidate.ts";
import type { Pool } from "../../../src/model/pool.ts";
import type { LooseCandidate } from "../../../src/pipeline/gather/to-candidate.ts";
import { toPool } from "../../../src/pipeline/gather/to-pool.ts";
import { aLooseCandidate } from "../../builders/a-loose-candidate.ts";

const SEARCH = {
  generator: "lexical_search",
  source: "files",
  status: "ok",
  passages: 100,
  ceiling: 30,
  terms: [],
} as const;

function pool(candidates: readonly LooseCandidate[]): Pool {
  return toPool({
    task: { text: "t", query: "t", scope: "here" },
    counter: "o200k_base",
    generators: [SEARCH, { ...SEARCH, generator: "identifier_lookup", ceiling: "unavailable" }],
    candidates,
  });
}

const ranked = (rank: number, given: Parameters<typeof aLooseCandidate>[0] = {}): LooseCandidate =>
  aLooseCandidate({ ...given, overrides: { rank, ...given.overrides } });

const named = (given: Parameters<typeof aLooseCandidate>[0] = {}): LooseCandidate =>
  aLooseCandidate({
    ...given,
    overrides: { rank: "unavailable", score: "unavailable", generator: "identifier_lookup" },
  });

describe("a pool", () => {
  it("names its candidates by their place: by rank, what has none first, then by artifact and position (CAN-05, CAN-09)", () => {
    const { candidates } = pool([
      ranked(2, { path: "b.md" }),
      ranked(1, { path: "c.md" }),
      ranked(2, { path: "a.md", lines: [9, 12] }),
      ranked(2, { path: "a.md", lines: [1, 8] }),
      named({ path: "z.md" }),
    ]);
    expect(
      candidates.map(({ id, artifact, citation }) => [id, artifact, citation.startLine]),
    ).toEqual([
      ["c1", "artifact://files/z.md", 1],
      ["c2", "artifact://files/c.md", 1],
      ["c3", "artifact://files/a.md", 1],
      ["c4", "artifact://files/a.md", 9],
      ["c5", "artifact://files/b.md", 1],
    ]);
    expect(candidates[0]?.score).toBe("unavailable");
  });

  it("counts fragments and the artifacts they are of (CAN-18)", () => {
    const five = [1, 10, 20, 30, 40].map((line, index) =>
      ranked(index + 1, { lines: [line, line + 5] }),
    );
    expect(pool(five).generators[0]).toMatchObject({ candidates: 5, artifacts: 1 });
  });

  it("keeps what two generators surface as two candidates of one artifact (CAN-28)", () => {
    const { candidates, generators } = pool([ranked(1), named()]);
    expect(candidates.map(({ generator }) => generator)).toEqual([
      "identifier_lookup",
      "lexical_search",
    ]);
    expect(new Set(candidates.map(({ artifact }) => artifact)).size).toBe(1);
    expect(generators.map((report) => report.candidates)).toEqual([1, 1]);
  });

  it("labels the same bytes as a duplicate of the first, wherever they stand (CAN-19)", () => {
    const text = "the same words";
    const { candidates } = pool([
      ranked(1, { path: "a.md", text }),
      ranked(2, { path: "copy/a.md", text }),
      ranked(3, { path: "other.md" }),
      ranked(4, { path: "third/a.md", text }),
    ]);
    expect(candidates.map(({ duplicateOf }) => duplicateOf)).toEqual(["none", "c1", "none", "c1"]);
  });

  it("takes words that merely mean the same for no duplicate (CAN-21)", () => {
    const { candidates } = pool([
      ranked(1, { path: "a.md", text: "The desk owns the ledger." }),
      ranked(2, { path: "b.md", text: "The  desk owns the ledger." }),
      ranked(3, { path: "c.md", text: "The ledger is owned by the desk." }),
    ]);
    expect(candidates.map(({ duplicateOf }) => duplicateOf)).toEqual(["none", "none", "none"]);
  });

  it("labels candidates of one artifact that share lines, or the section they offer (CAN-19)", () => {
    const { candidates } = pool([
      ranked(1, { lines: [1, 5], section: [1, 20] }),
      ranked(2, { lines: [6, 20], section: [1, 20] }),
      ranked(3, { lines: [21, 30] }),
      ranked(4, { lines: [20, 21] }),
      ranked(5, { path: "b.md", lines: [1, 5] }),
    ]);
    expect(candidates.map(({ overlapsWith }) => overlapsWith)).toEqual([
      [],
      ["c1"],
      [],
      ["c1", "c2", "c3"],
      [],
    ]);
  });

  it("keeps what could not be recovered, as nobody's duplicate and over nobody's lines (REF-20)", () => {
    const lost = { recovery: { status: "failed", reason: "gone" }, offers: [] } as const;
    const { candidates } = pool([
      ranked(1, { overrides: lost }),
      ranked(2),
      ranked(3, { overrides: lost }),
    ]);
    expect(candidates.map(({ recovery }) => recovery.status)).toEqual([
      "failed",
      "resolved",
      "failed",
    ]);
    expect(candidates.map(({ duplicateOf, overlapsWith }) => [duplicateOf, overlapsWith])).toEqual([
      ["none", []],
      ["none", []],
      ["none", []],
    ]);
  });

  const loose = fc
    .record({
      path: fc.constantFrom("a.md", "b/c.md", "d e.md"),
      start: fc.integer({ min: 1, max: 50 }),
      height: fc.integer({ min: 0, max: 20 }),
      rank: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant("unavailable" as const)),
      generator: fc.constantFrom<GeneratorName>("lexical_search", "identifier_lookup", "timeline"),
    })
    .map(({ path, start, height, rank, generator }) =>
      aLooseCandidate({
        path,
        lines: [start, start + height],
        overrides: { rank, generator },
      }),
    );

  it("changes no artifact and no fragment of any, and drops none, whatever it is made of (CAN-15, CAN-17)", () => {
    fc.assert(
      fc.property(fc.array(loose, { maxLength: 40 }), (given) => {
        const { candidates } = pool(given);
        const identities = (
          all: readonly Pick<LooseCandidate, "artifact" | "fragment">[],
        ): unknown => all.map(({ artifact, fragment }) => `${artifact} ${fragment}`).sort();
        expect(identities(candidates)).toEqual(identities(given));
        expect(new Set(candidates.map(({ id }) => id)).size).toBe(candidates.length);
        for (const { artifact, fragment } of candidates) expect(fragment).not.toContain(artifact);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is the same whatever order its generators answered in", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(loose, {
          maxLength: 12,
          selector: ({ artifact, fragment, generator, rank }) =>
            `${artifact} ${fragment} ${generator} ${rank}`,
        }),
        (given) => {
          expect(pool(given.toReversed())).toEqual(pool(given));
        },
      ),
    );
  });
});
