import { describe, expect, it } from "vitest";
import { freezePool } from "../../../src/pipeline/admit/freeze-pool.ts";
import { readSignals } from "../../../src/pipeline/admit/signals.ts";
import { standardize } from "../../../src/pipeline/admit/standardize.ts";
import { inverseFrequency, readTaskTerms } from "../../../src/pipeline/admit/task-terms.ts";
import { aCandidate, anOffer, aPool, aReport } from "../../builders/a-pool.ts";

describe("standardize", () => {
  it("measures shares by the best and deviations over twenty candidates", () => {
    const scores = Array.from({ length: 20 }, (_, place) => (place === 0 ? 20 : 10));
    const [first, second] = standardize(scores);
    // Mean 10.5, standard deviation sqrt(19 * 0.25 + 90.25) / sqrt(20).
    expect(first).toEqual({ share: 1, deviation: 4.358899 });
    expect(second).toEqual({ share: 0.5, deviation: -0.229416 });
  });

  it("takes what was not found of the twenty for matching nothing, so that a lone match stands out", () => {
    expect(standardize([7])).toEqual([{ share: 1, deviation: 4.358899 }]);
  });

  it("says nothing where no score is above zero, and puts equal ones at the mean", () => {
    expect(standardize([0, -3])).toEqual([]);
    expect(standardize(Array(20).fill(5))[7]).toEqual({ share: 1, deviation: 0 });
  });
});

describe("readTaskTerms", () => {
  it("weighs each term by its own generator's passages", () => {
    const reports = [
      aReport([], ["retent"]),
      aReport([], ["retent"], { source: "memory", passages: 20 }),
    ];
    const { weightsFor } = readTaskTerms(aPool([], { generators: reports }));
    expect(reports.map(weightsFor)).toEqual([
      [inverseFrequency(1000, 10)],
      [inverseFrequency(20, 10)],
    ]);
  });

  it("takes a task nobody counted the terms of at its words, each of one weight", () => {
    const pool = aPool([], { task: "Who owns the ledgers?", generators: [] });
    const { terms, weightsFor } = readTaskTerms(pool);
    expect(terms).toEqual([
      { term: "own", written: "owns" },
      { term: "ledger", written: "ledgers" },
    ]);
    expect(weightsFor(aReport([], []))).toEqual([1, 1]);
  });

  it("keeps the rarest terms of a long task, and of those first what some passage holds", () => {
    const terms = Array.from({ length: 40 }, (_, place) => ({
      form: `t${place}`,
      written: `t${place}`,
      passages: place,
    }));
    const report = { ...aReport([], []), terms };
    const kept = readTaskTerms(aPool([], { generators: [report] })).terms.map(({ term }) => term);
    expect(kept).toEqual(terms.slice(1, 25).map(({ form }) => form));
  });
});

describe("readSignals", () => {
  const text = "Here the retention window is decided.";

  it("adds window coverage, share of the ceiling and half of the neighboring pairs", () => {
    const pool = freezePool(aPool([aCandidate("c1", { text, score: 20 })]));
    const signals = readSignals(pool);
    // Coverage 1, 20 of a ceiling of 25, and both pairs stand side by side once stop words are left out.
    expect(signals.sufficiency).toBe(1 + 0.8 + 1 / 2);
    expect(signals.missing).toEqual([]);
    expect(readSignals(pool)).toBe(signals);
  });

  it("takes 2.2 times the summed idf for the ceiling where the generator names none but counts terms", () => {
    const candidates = [aCandidate("c1", { text: "Nothing.", score: 5 })];
    const generators = [aReport(candidates, ["retent", "window"], { ceiling: "unavailable" })];
    const { sufficiency } = readSignals(freezePool(aPool(candidates, { generators })));
    expect(sufficiency).toBeCloseTo(5 / (2.2 * 2 * inverseFrequency(1000, 10)), 5);
  });

  it("reads each generator by its own scale, before anything is merged", () => {
    const files = aCandidate("c1", { score: 900 });
    const notes = aCandidate("c2", { score: 0.3, generator: "memory_recall", source: "memory" });
    const alone = readSignals(freezePool(aPool([notes])));
    const together = readSignals(freezePool(aPool([files, notes])));
    expect(together.of(notes)).toEqual({ ...alone.of(notes) });
    expect(together.of(notes).share).toBe(1);
  });

  it("keeps unknown what is unknown: no score, no scale and no text are none of them zero", () => {
    const unscored = aCandidate("c1", { score: "unavailable" });
    const unread = aCandidate("c2", {
      generator: "embedding_search",
      score: 0.7,
      offers: [anOffer("identity", "c2"), anOffer("full", "deferred")],
      offered: "full",
    });
    const broken = aCandidate("c3", { score: Number.NaN });
    const signals = readSignals(freezePool(aPool([unscored, unread, broken])));
    expect(signals.of(unscored)).toMatchObject({ share: "unavailable", deviation: "unavailable" });
    expect(signals.of(unread)).toMatchObject({
      windowCoverage: "unavailable",
      sufficiency: "unavailable",
    });
    expect(signals.of(broken)).toMatchObject({ share: "unavailable", sufficiency: "unavailable" });
    expect(signals.sufficiency).toBe("unavailable");
  });

  it("leaves out what did not resolve and what is of another project", () => {
    const lost = aCandidate("c1", { score: 500, recovery: { status: "failed", reason: "gone" } });
    const foreign = aCandidate("c2", { score: 400, scope: "another" });
    const own = aCandidate("c3", { score: 10 });
    const signals = readSignals(freezePool(aPool([lost, foreign, own])));
    expect(signals.of(own).share).toBe(1);
    expect(signals.of(lost).share).toBe("unavailable");
  });

  it("names the terms that the best window of all lacks", () => {
    const pool = aPool([aCandidate("c1", { text: "The window of the office." })]);
    expect(readSignals(freezePool(pool)).missing).toEqual(["retent", "decid"]);
  });
});
