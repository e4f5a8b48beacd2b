import { afterEach, describe, expect, it } from "vitest";
import { createExhaustiveOracle } from "../../../bench/speed/exhaustive-oracle.ts";
import { measureAgreements } from "../../../bench/speed/measure-agreement.ts";
import { buildIndexes } from "../../../bench/speed/measure-index.ts";
import { readPlainFields } from "../../../bench/speed/plain-fields.ts";
import { type StagedCorpus, stageZipf } from "../../../bench/speed/stage-corpus.ts";
import { aDocument } from "../../builders/index-documents.ts";

const staged: StagedCorpus[] = [];
afterEach(() => {
  for (const corpus of staged.splice(0)) corpus.remove();
});

describe("measureAgreements", () => {
  it("finds the index equal to the exhaustive scan and the reference ranker equal to FTS5", async () => {
    const corpus = stageZipf(120);
    staged.push(corpus);
    const built = await buildIndexes(corpus, 8);
    const queries = [...built.queries.question, ...built.queries.content];
    const { exhaustive, reference } = await measureAgreements(built, corpus, queries);
    built.fts5.close();
    expect(exhaustive).toMatchObject({ queries: 16, equal: 16 });
    expect(reference).toMatchObject({ queries: 16, equal: 16 });
  });

  it("does not count an empty answer as agreement", async () => {
    const corpus = stageZipf(32);
    staged.push(corpus);
    const built = await buildIndexes(corpus, 2);
    const { exhaustive, reference } = await measureAgreements(built, corpus, ["absent"]);
    built.fts5.close();
    expect(exhaustive).toMatchObject({ queries: 1, equal: 0 });
    expect(reference).toMatchObject({ queries: 1, equal: 0 });
  });
});

describe("the exhaustive oracle", () => {
  it("orders passages by the stage-one formula, worked out by hand for one word", () => {
    const oracle = createExhaustiveOracle(["cat"]);
    const passages = [
      { headingPath: ["Cat"], text: "a bird" },
      { headingPath: [], text: "a cat" },
      { headingPath: [], text: "a dog" },
    ];
    for (const fields of readPlainFields([aDocument("pets", [], { title: "Pets", passages })])) {
      oracle.add(fields);
    }
    // Heading of one word: 4 * 1.9 / (1 + .9 * (.25 + .75 / 4)) = 5.4535; body of two: 1.9 / (1 + .9 * (.15 + .85 * .02)) = 1.6517.
    // Impacts of 255 steps over 12.825: 108 and 33; idf ln(1 + 1.5 / 2.5) = .4700.
    const step = 12.825 / 255;
    const scores = oracle.bestScores("cat", 10);
    expect(scores).toHaveLength(2);
    expect(scores[0]).toBeCloseTo(0.47 * 108 * step, 2);
    expect(scores[1]).toBeCloseTo(0.47 * 33 * step, 2);
  });
});
