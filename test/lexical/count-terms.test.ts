import { describe, expect, it } from "vitest";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import type { IndexAnswer, IndexQuery } from "../../src/ports/passage-index.ts";
import { aDocument, aQuery } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const kit = createIndexKit();
const DOCUMENTS = [
  aDocument("a.md", ["who may deploy", "deployments of the ledger", "the userName of a desk"]),
  aDocument("b.md", ["a ledger", "用户身份"]),
];

async function termsOf(
  text: string,
  overrides: Partial<IndexQuery> = {},
): Promise<readonly (readonly [string, string, number])[]> {
  const segments = new MemorySegments();
  segments.add(kit.builder, DOCUMENTS.slice(0, 1));
  segments.add(kit.builder, DOCUMENTS.slice(1));
  const { terms } = await ask(segments, aQuery(text, overrides));
  return terms.map(({ form, written, passages }) => [form, written, passages]);
}

async function ask(segments: MemorySegments, query: IndexQuery): Promise<IndexAnswer> {
  const outcome = await kit.open(segments).search(query);
  if (outcome.status !== "ok") throw new Error(`block ${outcome.block.kind} is damaged`);
  return outcome.answer;
}

describe("the counts of a question's terms", () => {
  it("are of the content words, as stems, each once and in order, with what nothing holds at zero", async () => {
    expect(await termsOf("Who deployed the Ledger, deploying a zeppelin?")).toEqual([
      ["deploy", "deployed", 2],
      ["ledger", "ledger", 2],
      ["zeppelin", "zeppelin", 0],
    ]);
  });

  it("give an identifier as its parts and a run of characters as its pairs", async () => {
    expect(await termsOf("userName 用户身")).toEqual([
      ["user", "user", 1],
      ["name", "name", 1],
      ["用户", "用户", 1],
      ["户身", "户身", 1],
    ]);
  });

  it("count live passages only, whatever filter or limit the question has", async () => {
    const segments = new MemorySegments();
    segments.add(kit.builder, DOCUMENTS);
    await segments.bury(kit.builder, DOCUMENTS.slice(1));
    const query = aQuery("ledger desk", { limit: 1, filter: { acceptsPath: () => false } });
    const { terms, candidates } = await ask(segments, query);
    expect(candidates).toEqual([]);
    expect(terms.map(({ form, passages }) => [form, passages])).toEqual([
      ["ledger", 1],
      ["desk", 1],
    ]);
  });

  it.each([
    ["exact", [["deployed", "deployed", 0]]],
    ["reference", [["deploy", "deployed", 2]]],
  ] as const)("are in the %s ranker's own forms", async (ranker, expected) => {
    expect(await termsOf("deployed", { ranker })).toEqual(expected);
  });
});

describe("the ceiling of stage one", () => {
  it("is passed by no score of stage one, and is the ceiling where there is no stage two", async () => {
    const segments = new MemorySegments();
    const text = "ledger deploy ".repeat(400);
    const passages = [{ headingPath: ["ledger deploy", "ledger deploy"], text }];
    segments.add(kit.builder, [aDocument("all.md", [], { title: "ledger deploy", passages })]);
    const lexical = await ask(segments, aQuery("ledger deploy"));
    const best = lexical.candidates[0]?.stageOneScore ?? 0;
    expect(best / lexical.stageOneCeiling).toBeGreaterThan(0.5);
    expect(best / lexical.stageOneCeiling).toBeLessThanOrEqual(1);
    const exact = await ask(segments, aQuery("ledger deploy", { ranker: "exact" }));
    expect(exact.stageOneCeiling).toBe(exact.ceiling);
  });
});
