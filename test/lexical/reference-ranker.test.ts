import { DatabaseSync } from "@photostructure/sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termOf } from "../../src/analysis/term-of.ts";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import { aDocument, aQuery } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const kit = createIndexKit();
// FTS5 is given the terms, so that only the formulas are compared; the stem of some stems is yet another word.
const words = fc.constantFrom(
  ..."cat dog bird fox decision proposals rational deployment".split(" "),
);
const toTerms = (text: string): string => text.split(" ").map(termOf).join(" ");
const text = fc.array(words, { maxLength: 9 }).map((chosen) => chosen.join(" "));
const passage = fc.record({ title: text, above: text, heading: text, body: text });

describe("the reference ranker", () => {
  it("scores as SQLite FTS5 does, row for row", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(passage, { minLength: 1, maxLength: 12 }),
        fc.uniqueArray(words, { minLength: 1, maxLength: 4 }),
        async (rows, question) => {
          const segments = new MemorySegments();
          segments.add(
            kit.builder,
            rows.map(({ title, above, heading, body }, index) =>
              aDocument(`${index}`, [], {
                title,
                // A heading that equals the title counts once here and twice there: keep them apart.
                passages: [{ headingPath: [above === title ? "" : above, heading], text: body }],
              }),
            ),
          );
          const query = aQuery(question.join(" "), { ranker: "reference" });
          const outcome = await kit.open(segments).search(query);
          const ours = outcome.status === "ok" ? outcome.answer.candidates : [];
          const theirs = scoreWithFts5(rows, question);
          expect(ours).toHaveLength(theirs.size);
          for (const { artifact, score } of ours) {
            const row = Number(artifact.split("/").at(-1));
            expect(score).toBeCloseTo(theirs.get(row) ?? Number.NaN, 9);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

function scoreWithFts5(
  rows: readonly { title: string; above: string; heading: string; body: string }[],
  question: readonly string[],
): ReadonlyMap<number, number> {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE passages USING fts5(title, heading, body)");
  const insert = database.prepare(
    "INSERT INTO passages(rowid, title, heading, body) VALUES (?, ?, ?, ?)",
  );
  rows.forEach(({ title, above, heading, body }, index) => {
    const headings = `${above === title ? "" : above} ${heading}`;
    insert.run(index + 1, toTerms(title), toTerms(headings), toTerms(body));
  });
  const scored = database
    .prepare("SELECT rowid, -bm25(passages, 2, 2, 1) AS score FROM passages WHERE passages MATCH ?")
    .all(question.map(termOf).join(" OR ")) as { rowid: number; score: number }[];
  database.close();
  return new Map(scored.map(({ rowid, score }) => [rowid - 1, score]));
}
