import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import type { IndexDocument } from "../../src/model/index-document.ts";
import type { IndexAnswer, RankerName } from "../../src/ports/passage-index.ts";
import { aDocument, aQuery } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const kit = createIndexKit();
const RANKERS: readonly RankerName[] = ["lexical", "exact", "reference"];

async function ask(
  documents: readonly IndexDocument[],
  text: string,
  ranker: RankerName,
): Promise<IndexAnswer> {
  const segments = new MemorySegments();
  segments.add(kit.builder, documents);
  const outcome = await kit.open(segments).search(aQuery(text, { ranker }));
  if (outcome.status !== "ok") throw new Error(`block ${outcome.block.kind} is damaged`);
  return outcome.answer;
}

const WORDS = ["deploy", "deployed", "ledger", "userName", "user", "name", "node:fs", "the", "a.b"];
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((words) => words.join(" "));
const document = fc.record({ title: sentence, heading: sentence, text: sentence });

describe.each(RANKERS)("the ceiling of the %s ranker", (ranker) => {
  it("is no less than any score, so that a share lies between 0 and 1", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(document, { maxLength: 6 }), sentence, async (parts, question) => {
        const documents = parts.map(({ title, heading, text }, index) =>
          aDocument(`${index}.md`, [], { title, passages: [{ headingPath: [heading], text }] }),
        );
        const answer = await ask(documents, question, ranker);
        for (const { score } of answer.candidates) {
          expect(score / answer.ceiling).toBeGreaterThan(0);
          expect(score / answer.ceiling).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is not passed by a text that is nothing but the question, over and over", async () => {
    for (const question of ["ledger", "ledger deploy", "node:fs userName", "userName"]) {
      const text = `${question} `.repeat(400);
      const passages = [{ headingPath: [question, question], text }];
      const documents = [aDocument("all.md", [], { title: question, passages })];
      const { candidates, ceiling } = await ask(documents, question, ranker);
      const share = (candidates[0]?.score ?? 0) / ceiling;
      expect(share).toBeGreaterThan(ranker === "reference" ? 0 : 0.5);
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  it("keeps an index that lacks the rare word below one that has it", async () => {
    const common = Array.from({ length: 20 }, (_, index) =>
      aDocument(`c${index}.md`, [index % 2 === 0 ? "the ledger moves" : "other things"]),
    );
    const rare = aDocument("rare.md", ["the zeppelin ledger moves"]);
    const question = "zeppelin ledger";
    const [lacking, holding] = [
      await ask([...common], question, ranker),
      await ask([...common, rare], question, ranker),
    ];
    const shareOf = ({ candidates, ceiling }: IndexAnswer): number =>
      (candidates[0]?.score ?? 0) / ceiling;
    expect(lacking.unmatchedWords).toEqual(["zeppelin"]);
    expect(lacking.candidates.length).toBeGreaterThan(0);
    expect(shareOf(lacking)).toBeLessThan(shareOf(holding));
    // Measured against its own best, the one without the word would look as good.
    expect(lacking.ceiling).toBeGreaterThanOrEqual(holding.ceiling * 0.8);
  });
});
