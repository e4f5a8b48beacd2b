import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { addPassages, createPassageSet } from "../../src/lexical/passage-set.ts";
import type { Postings } from "../../src/lexical/postings.ts";
import { rankStageOne, type WeightedPostings } from "../../src/lexical/stage-one.ts";
import { aDocument, aQuery } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const PASSAGES = 400;

function toPostings(entries: readonly (readonly [number, number])[]): Postings {
  const sorted = [...new Map(entries)].sort(([left], [right]) => left - right);
  return {
    passages: Uint32Array.from(sorted, ([passage]) => passage),
    impacts: Uint8Array.from(sorted, ([, impact]) => impact),
    counts: new Uint8Array(sorted.length),
    maxImpact: Math.max(0, ...sorted.map(([, impact]) => impact)),
    // Half of them through tables, as in a second question.
    isReused: sorted.length % 2 === 0,
  };
}

/** Terms of very different weight and length, as in questions: what makes skipping possible. */
const terms = fc.array(
  fc.record({
    weight: fc.constantFrom(1, 3, 40, 500, 9000),
    postings: fc
      .array(fc.tuple(fc.nat(PASSAGES - 1), fc.integer({ min: 1, max: 30 })), {
        maxLength: 2 * PASSAGES,
        size: "max",
      })
      .map(toPostings),
  }),
  { minLength: 1, maxLength: 8 },
);

function addUp(list: readonly WeightedPostings[], allowed: ReadonlySet<number>): unknown {
  const sums = new Map<number, number>();
  for (const { postings, weight } of list) {
    postings.passages.forEach((passage, index) => {
      if (!allowed.has(passage)) return;
      sums.set(passage, (sums.get(passage) ?? 0) + weight * (postings.impacts[index] ?? 0));
    });
  }
  return [...sums]
    .map(([passage, sum]) => ({ passage, sum }))
    .sort((left, right) => right.sum - left.sum || left.passage - right.passage);
}

describe("stage one", () => {
  it("finds the best passages that adding up every posting finds, and leaves its memory clean", () => {
    const scratch = { sums: new Int32Array(PASSAGES), seen: new Uint32Array(PASSAGES) };
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.array(fc.nat(PASSAGES - 1), { size: "max", maxLength: PASSAGES })),
        (list, limit, allowed) => {
          const mask = allowed === null ? "all" : createPassageSet(PASSAGES, "none");
          if (mask !== "all") addPassages(mask, allowed ?? []);
          const all = Array.from({ length: PASSAGES }, (_, passage) => passage);
          const expected = addUp(list, new Set(allowed ?? all)) as unknown[];
          expect(rankStageOne(list, scratch, { mask, limit })).toEqual(expected.slice(0, limit));
          expect(scratch.sums.every((sum) => sum === 0)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("stage one at a tie", () => {
  it("keeps looking for a passage that the rest can only lift to the last place", () => {
    const scratch = { sums: new Int32Array(PASSAGES), seen: new Uint32Array(PASSAGES) };
    const term = (...entries: [number, number][]): WeightedPostings => {
      return { postings: toPostings(entries), weight: 10 };
    };
    const list = [term([5, 10], [6, 9]), term([2, 5]), term([2, 4])];
    expect(rankStageOne(list, scratch, { mask: "all", limit: 2 })).toEqual([
      { passage: 5, sum: 100 },
      { passage: 2, sum: 90 },
    ]);
  });
});

describe("stage two", () => {
  const kit = createIndexKit();
  const word = fc.constantFrom(
    ..."deploy deployed permission the of node:fs getUser get user 用户 store index x y".split(" "),
  );
  const text = (maxLength: number): fc.Arbitrary<string> =>
    fc.array(word, { minLength: 1, maxLength, size: "max" }).map((words) => words.join(" "));

  it("answers at any limit what reading every candidate answers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text(4), text(40)), { minLength: 20, maxLength: 130, size: "max" }),
        text(6),
        fc.integer({ min: 1, max: 12 }),
        async (passages, question, limit) => {
          const segments = new MemorySegments();
          const documents = passages.map(([heading, body], index) =>
            aDocument(`${index % 40}.md`, [], {
              version: `${index}`.padStart(64, "0"),
              passages: [
                { headingPath: [heading], text: body },
                { headingPath: [], text: heading },
              ],
            }),
          );
          segments.add(kit.builder, documents.slice(0, passages.length >>> 1));
          segments.add(kit.builder, documents.slice(passages.length >>> 1));
          const index = kit.open(segments);
          const all = await index.search(aQuery(question, { keepStopWords: true }));
          const some = await index.search(aQuery(question, { keepStopWords: true, limit }));
          if (all.status !== "ok" || some.status !== "ok") throw new Error("damaged");
          expect(some.answer.candidates).toEqual(all.answer.candidates.slice(0, limit));
        },
      ),
      { numRuns: 60 },
    );
  });
});
