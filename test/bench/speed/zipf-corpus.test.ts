import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { splitSections } from "../../../bench/quality/section-units.ts";
import { sampleQueries } from "../../../bench/speed/sample-queries.ts";
import { generateZipfCorpus } from "../../../bench/speed/zipf-corpus.ts";

const digest = (seed: number): string => {
  const hash = createHash("sha256");
  for (const { path, text } of generateZipfCorpus({ passages: 200, seed }))
    hash.update(path + text);
  return hash.digest("hex");
};

describe("the generated corpus", () => {
  it("is the same for the same seed, byte for byte, and another for another", () => {
    expect(digest(1)).toBe(digest(1));
    expect(digest(1)).not.toBe(digest(2));
  });

  it("holds exactly the passages asked for, each a section of its own with a body", () => {
    const documents = [...generateZipfCorpus({ passages: 100, seed: 3 })];
    const sections = documents.flatMap(({ text }) => splitSections(text));
    expect(sections).toHaveLength(100);
    expect(new Set(documents.map(({ path }) => path)).size).toBe(documents.length);
    expect(sections.every((section) => section.body.length > 100)).toBe(true);
  });

  it("has a few words that are very frequent and many that occur once", () => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const { text } of generateZipfCorpus({ passages: 400, seed: 5 })) {
      for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total++;
      }
    }
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const top = sorted.slice(0, 20).reduce((a, b) => a + b, 0);
    expect(top / total).toBeGreaterThan(0.1);
    expect(top / total).toBeLessThan(0.4);
    expect(sorted.filter((count) => count === 1).length).toBeGreaterThan(1_000);
  });
});

describe("sampleQueries", () => {
  const bodies = [
    "The harbour keeps tide tables beside every mooring permit.",
    "Permits expire after ninety days unless renewed online.",
  ];

  it("takes the words of a content query from one passage, two to four of them", () => {
    const { content } = sampleQueries(bodies, { count: 30, seed: 1, frame: "english" });
    expect(content).toHaveLength(30);
    for (const query of content) {
      const words = query.split(" ");
      expect(words.length).toBeGreaterThanOrEqual(2);
      expect(words.length).toBeLessThanOrEqual(4);
      expect(bodies.some((body) => words.every((word) => body.toLowerCase().includes(word)))).toBe(
        true,
      );
    }
  });

  it("frames every question in common words and asks the same ones for the same seed", () => {
    const once = sampleQueries(bodies, { count: 10, seed: 2, frame: "english" });
    expect(once).toEqual(sampleQueries(bodies, { count: 10, seed: 2, frame: "english" }));
    expect(once.question.every((query) => /^(How|What|Why|Where|Which) .*\?$/.test(query))).toBe(
      true,
    );
    expect(once.question.some((query) => query.includes("{}"))).toBe(false);
  });
});
