import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termOf } from "../../src/analysis/term-of.ts";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import type { IndexDocument } from "../../src/model/index-document.ts";
import type { ListAnswer, ListQuery } from "../../src/ports/passage-index.ts";
import { aDocument } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const kit = createIndexKit();

async function list(segments: MemorySegments, query: Partial<ListQuery>): Promise<ListAnswer> {
  const outcome = await kit.open(segments).list({ text: "", limit: 1_000, ...query });
  if (outcome.status !== "ok") throw new Error(`block ${outcome.block.kind} is damaged`);
  return outcome.answer;
}

function segmentsOf(...groups: readonly (readonly IndexDocument[])[]): MemorySegments {
  const segments = new MemorySegments();
  for (const group of groups) segments.add(kit.builder, group);
  return segments;
}

async function paths(segments: MemorySegments, text: string): Promise<readonly string[]> {
  const { artifacts } = await list(segments, { text });
  return artifacts.map((artifact) => artifact.split("/").at(-1) ?? "");
}

describe("a listing by words", () => {
  const segments = segmentsOf(
    [
      aDocument("both.md", ["The deployment was approved.", "A ledger beside it."]),
      aDocument("one.md", ["They deploy on Friday."]),
    ],
    [aDocument("apart.md", ["ledger", "deploying"]), aDocument("phrase.md", ["a deployed ledger"])],
  );

  it("holds every document with all content words, in any form and whatever the passage", async () => {
    expect(await paths(segments, "the ledger of deployments")).toEqual([
      "apart.md",
      "both.md",
      "phrase.md",
    ]);
    expect(await paths(segments, "deploy")).toHaveLength(4);
  });

  it("takes what is quoted for a phrase", async () => {
    expect(await paths(segments, '"deploy ledger"')).toEqual(["phrase.md"]);
    const { unmetPhrases, documentCount } = await list(segments, { text: '"ledger deploy"' });
    expect({ unmetPhrases, documentCount }).toEqual({
      unmetPhrases: ["ledger deploy"],
      documentCount: 0,
    });
  });

  it("names a word that nothing holds, and lists nothing for it", async () => {
    const answer = await list(segments, { text: "ledger zeppelin" });
    expect(answer).toMatchObject({
      words: ["ledger", "zeppelin"],
      unmatchedWords: ["zeppelin"],
      artifacts: [],
    });
  });

  it("lists nothing for a question without words", async () => {
    expect((await list(segments, { text: " ?! " })).documentCount).toBe(0);
  });

  it("counts all and names only as many as were asked for", async () => {
    const answer = await list(segments, { text: "deploy", limit: 2 });
    expect(answer.documentCount).toBe(4);
    expect(answer.artifacts).toEqual(["artifact://files/apart.md", "artifact://files/both.md"]);
  });

  it("reports a damaged block instead of fewer documents", async () => {
    const spoiled = segmentsOf([aDocument("a.md", ["ledger"])]);
    spoiled.spoil(1, { kind: "postings", number: 0 }, "damaged");
    const outcome = await kit.open(spoiled).list({ text: "ledger", limit: 10 });
    expect(outcome).toMatchObject({ status: "damaged", segmentId: 1 });
  });
});

/** Words of a passage as the question sees them, read without the index: parts of an identifier stand side by side. */
function termsIn(text: string): readonly string[] {
  return text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== "")
    .map((word) => termOf(word.toLowerCase()));
}

function holdsTogether(text: string, wanted: readonly string[]): boolean {
  const terms = termsIn(text);
  return terms.some((_, start) => wanted.every((term, index) => terms[start + index] === term));
}

const WORDS = ["ledger", "ledgers", "approve", "approved", "pump", "valve", "getUser", "user"];
const passage = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 });
const document = fc.array(passage, { minLength: 1, maxLength: 3 });
const asked = fc.array(
  fc.oneof(
    fc.constantFrom(...WORDS, "pumping", "getUser"),
    fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)),
  ),
  { minLength: 1, maxLength: 3 },
);

describe("a listing against a scan of every text", () => {
  it("agrees, however the documents were divided, and with dead ones among them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ texts: document, group: fc.nat(2), dead: fc.boolean() }), {
          minLength: 1,
          maxLength: 14,
        }),
        asked,
        async (given, pieces) => {
          const all = given.map(({ texts, group, dead }, index) => ({
            group,
            dead,
            texts: texts.map((words) => words.join(" ")),
            path: `d${index}.md`,
          }));
          const segments = new MemorySegments();
          for (const group of [0, 1, 2]) {
            const own = all.filter((each) => each.group === group);
            if (own.length > 0) {
              segments.add(
                kit.builder,
                own.map(({ path, texts }) => aDocument(path, texts)),
              );
            }
          }
          const dead = all.filter((each) => each.dead).map(({ path }) => aDocument(path, []));
          await segments.bury(kit.builder, dead);
          const text = pieces
            .map((piece) => (typeof piece === "string" ? piece : `"${piece.join(" ")}"`))
            .join(" ");
          // A word or identifier stands together in one passage; so does a phrase.
          const groups = pieces.flatMap((piece) =>
            typeof piece === "string"
              ? [termsIn(piece)]
              : [termsIn(piece.join(" ")), ...piece.map(termsIn)],
          );
          const expected = all
            .filter(({ dead: isDead }) => !isDead)
            .filter(({ texts }) =>
              groups.every((terms) => texts.some((each) => holdsTogether(each, terms))),
            )
            .map(({ path }) => `artifact://files/${path}`)
            .sort();
          const answer = await list(segments, { text });
          expect(answer.artifacts).toEqual(expected);
          expect(answer.documentCount).toBe(expected.length);
          const among = all.map(({ path }) => aDocument(path, []).artifact).slice(0, 7);
          const some = await list(segments, { text, among: [...among, "artifact://files/none"] });
          expect(some.artifacts).toEqual(expected.filter((ref) => among.some((a) => a === ref)));
        },
      ),
      { numRuns: 300 },
    );
  });
});
