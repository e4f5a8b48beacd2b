import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIndexKit } from "../../src/lexical/index-kit.ts";
import type { IndexDocument } from "../../src/model/index-document.ts";
import type { IndexAnswer, IndexQuery } from "../../src/ports/passage-index.ts";
import { aDocument, aQuery } from "../builders/index-documents.ts";
import { MemorySegments } from "../builders/memory-segments.ts";

const kit = createIndexKit();

function segmentsOf(...groups: readonly (readonly IndexDocument[])[]): MemorySegments {
  const segments = new MemorySegments();
  for (const group of groups) segments.add(kit.builder, group);
  return segments;
}

async function ask(segments: MemorySegments, query: IndexQuery): Promise<IndexAnswer> {
  const outcome = await kit.open(segments).search(query);
  if (outcome.status !== "ok") throw new Error(`block ${outcome.block.kind} is damaged`);
  return outcome.answer;
}

async function found(
  documents: readonly IndexDocument[],
  text: string,
  overrides: Partial<IndexQuery> = {},
): Promise<readonly string[]> {
  const answer = await ask(segmentsOf(documents), aQuery(text, overrides));
  return answer.candidates.map(
    ({ artifact, position }) => `${artifact.split("/").at(-1)}#${position}`,
  );
}

describe("words and identifiers", () => {
  it.each([
    ["node:fs", "import node:fs first"],
    ["fs", "import node:fs first"],
    ['"PIO-1384"', "see PIO-1384 for why"],
    ['"--error-on-warnings"', "pass --error-on-warnings to it"],
    ["TODO: fix", "a TODO: fix this"],
    ["@scope/pkg", "install @scope/pkg"],
    ["userName", "call getUserName now"],
    ["github", "on GitHub"],
    ["用户", "请验证用户身份再说"],
    ["户", "请验证用户身份再说"],
    ["ﾃﾞﾌﾟﾛｲ", "まずデプロイする"],
    ["デプロイ", "まずﾃﾞﾌﾟﾛｲする"],
    ["deploy", "its deployment"],
    ["GROESSE größe", "die Große"],
  ])("finds %j in %j", async (question, text) => {
    const documents = [aDocument("other.md", ["nothing of the kind"]), aDocument("hit.md", [text])];
    expect(await found(documents, question)).toEqual(["hit.md#0"]);
  });

  it("answers a question of which a part is absent, and says which part", async () => {
    const segments = segmentsOf([
      aDocument("a.md", ["学生券 discount"]),
      aDocument("b.md", ["other"]),
    ]);
    const answer = await ask(segments, aQuery("优惠券 discount"));
    expect(answer.candidates.map(({ artifact }) => artifact)).toEqual(["artifact://files/a.md"]);
    expect(answer.unmatchedWords).toEqual(["优惠券"]);
    expect(answer.candidates[0]?.matched).toEqual(["discount"]);
    expect(answer.candidates[0]?.coverage).toBeLessThan(0.5);
  });

  it.each([
    '"',
    '""',
    "?!",
    "💥",
    "\u0000",
    "\ud800",
    "a\u0000b",
    '"unbalanced',
    "AND OR NOT *",
    "(",
    "x".repeat(100_000),
  ])("takes %j for text and never for a mistake", async (text) => {
    const outcome = await kit
      .open(segmentsOf([aDocument("a.md", ["some text"])]))
      .search(aQuery(text));
    expect(outcome.status).toBe("ok");
  });

  it("answers 100 kilobytes of distinct words by the rarest of them", async () => {
    const words = Array.from({ length: 15_000 }, (_, index) => `w${index}x`).join(" ");
    const documents = [aDocument("a.md", ["w7x here"]), aDocument("b.md", ["nothing"])];
    expect(await found(documents, words)).toEqual(["a.md#0"]);
  });

  it("leaves question words out only when a content word remains", async () => {
    const documents = [aDocument("a.md", ["what is this"]), aDocument("b.md", ["a projection"])];
    expect(await found(documents, "what is a projection")).toEqual(["b.md#0"]);
    expect(await found(documents, "what is")).toEqual(["a.md#0"]);
    expect(await found(documents, "what is a projection", { keepStopWords: true })).toHaveLength(2);
  });
});

describe("what is said of words", () => {
  const texts = {
    "definition.ts": "export function frobnicateWidget(input) { throw E_FROB_MISSING; }",
    "scattered.md": "Frobnicate first. A widget after a widget; then a widget, a Widget.",
    "beside.md": "We frobnicate widgets here.",
    "part.md": "A missing page.",
    "kana.md": "本番環境へデプロイします",
  };
  const documents = Object.entries(texts).map(([path, text]) => aDocument(path, [text]));

  async function matches(
    text: string,
    ranker: IndexQuery["ranker"] = "lexical",
  ): Promise<readonly unknown[]> {
    const { candidates } = await ask(segmentsOf(documents), aQuery(text, { ranker }));
    return candidates.map(({ artifact, matched, unmatched, coverage }) => [
      artifact.split("/").at(-1),
      matched,
      unmatched,
      coverage > 0.99,
    ]);
  }

  it("calls an identifier matched where it stands whole or its parts side by side, whole first", async () => {
    const [first, ...others] = await matches("frobnicateWidget");
    expect(first).toEqual(["definition.ts", ["frobnicatewidget"], [], true]);
    expect(others).toHaveLength(2);
    expect(others).toContainEqual(["beside.md", ["frobnicatewidget"], [], true]);
    expect(others).toContainEqual([
      "scattered.md",
      ["frobnicate", "widget"],
      ["frobnicatewidget"],
      false,
    ]);
    expect(await matches("frobnicate_widget", "exact")).toContainEqual([
      "scattered.md",
      ["frobnicate", "widget"],
      ["frobnicate_widget"],
      true,
    ]);
  });

  it("names the parts of an identifier where only parts stand, so that no hit lacks everything (LEX-10)", async () => {
    expect(await matches("E_FROB_ABSENT")).toEqual([
      ["definition.ts", ["e", "frob"], ["e_frob_absent"], false],
    ]);
    const [, part] = await matches("E_FROB_MISSING");
    expect(part).toEqual(["part.md", ["missing"], ["e_frob_missing"], false]);
  });

  it.each(["lexical", "exact", "reference"] as const)(
    "says of an identifier that no passage holds together that none holds it: %s",
    async (ranker) => {
      const segments = segmentsOf(documents.slice(0, 2), documents.slice(2));
      const query = aQuery("E_FROB_ABSENT missing_frob E_FROB_MISSING node:fs", { ranker });
      const { unmatchedWords } = await ask(segments, query);
      expect(unmatchedWords).toEqual(["e_frob_absent", "missing_frob", "node:fs"]);
    },
  );

  it("names the stretches of a run of characters that a passage holds, never its pairs", async () => {
    expect(await matches("デプロイの手順")).toEqual([
      ["kana.md", ["デプロイ"], ["イの手順"], false],
    ]);
    const { words } = await ask(segmentsOf(documents), aQuery("デプロイの手順"));
    expect(words).toEqual(["デプロイの手順"]);
  });
});

describe("phrases and filters", () => {
  const documents = [
    aDocument("docs/near.md", ["the quick brown fox", "brown and quick"], {
      language: "rst",
      title: "Animals",
      passages: [
        { headingPath: ["Animals", "Wild foxes"], text: "the quick brown fox" },
        { headingPath: ["Animals", "Tame cows"], text: "brown and quick" },
      ],
    }),
    aDocument("src/far.ts", ["quick, quick; then brown"], { kind: "code", source: "records" }),
  ];

  it("keeps only passages that hold a phrase's words side by side in one field", async () => {
    expect(await found(documents, '"quick brown"')).toEqual(["near.md#0"]);
    expect(await found(documents, '"brown quick"')).toEqual([]);
    expect(await found(documents, '"quick brown absent"')).toEqual([]);
  });

  it("applies filters before the limit, and none changes a score", async () => {
    const all = await ask(segmentsOf(documents), aQuery("quick brown"));
    const filters: readonly [IndexQuery["filter"], string][] = [
      [{ sources: ["records"] }, "artifact://files/src/far.ts"],
      [{ kinds: ["code"] }, "artifact://files/src/far.ts"],
      [{ languages: ["rst"] }, "artifact://files/docs/near.md"],
      [{ acceptsPath: (path) => path.startsWith("src/") }, "artifact://files/src/far.ts"],
    ];
    for (const [filter, artifact] of filters) {
      const some = await ask(segmentsOf(documents), aQuery("quick brown", { filter, limit: 1 }));
      const [first] = some.candidates;
      expect(first?.artifact).toBe(artifact);
      expect(all.candidates).toContainEqual(first);
    }
  });

  it.each([
    ["wild fox", ["near.md#0"]],
    ["animals", ["near.md#0", "near.md#1"]],
    ["animals cow", []],
  ])("keeps passages under one heading that holds all of %j", async (heading, expected) => {
    const hits = await found(documents, "quick", { filter: { heading } });
    expect(hits.toSorted()).toEqual(expected);
  });

  it("leaves out passages that hold an excluded word in any form", async () => {
    expect(await found(documents, "brown", { excludedWords: ["foxes"] })).toEqual([
      "near.md#1",
      "far.ts#0",
    ]);
  });
});

describe("why nothing was found", () => {
  const documents = [
    aDocument("docs/a.md", ["quick brown fox", "quick snail"]),
    aDocument("docs/b.md", ["brown bread"]),
    aDocument("src/c.ts", ["slow rain"], { kind: "code" }),
  ];
  const why = async (text: string, overrides: Partial<IndexQuery> = {}): Promise<unknown> => {
    const segments = segmentsOf(documents, [aDocument("docs/gone.md", ["quick brown rat"])]);
    await segments.bury(kit.builder, [
      { artifact: aDocument("docs/gone.md", []).artifact, version: "a".repeat(64) },
    ]);
    for (const ranker of ["exact", "reference"] as const) {
      const other = await ask(segments, aQuery(text, { ...overrides, ranker }));
      expect(countsOf(other)).toEqual(countsOf(await ask(segments, aQuery(text, overrides))));
    }
    return countsOf(await ask(segments, aQuery(text, overrides)));
  };
  const countsOf = (answer: IndexAnswer): unknown => [
    answer.unmetPhrases,
    answer.acceptedPassages,
    answer.filteredOut,
    answer.excludedPassages,
    answer.matchedPassages,
  ];

  it("names phrases that no live passage holds, whatever the filter", async () => {
    const kinds = ["code"] as const;
    expect(await why('fox "brown rat" "quick brown"')).toEqual([["brown rat"], 4, 0, 0, 0]);
    expect(await why('rain "quick brown"', { filter: { kinds } })).toEqual([[], 1, 3, 0, 0]);
  });

  it("counts what the filter and excluded words left out of the passages that match", async () => {
    const nowhere = { acceptsPath: (path: string): boolean => path === "nope" };
    expect(await why("quick brown")).toEqual([[], 4, 0, 0, 3]);
    expect(await why("quick brown", { filter: nowhere })).toEqual([[], 0, 3, 0, 0]);
    expect(await why("quick brown", { excludedWords: ["foxes", "bread"] })).toEqual([
      [],
      4,
      0,
      2,
      1,
    ]);
  });
});

describe("ranking", () => {
  it("puts a word in the heading before the same word in the body (LEX-02)", async () => {
    const documents = [
      aDocument("body.md", [], { passages: [{ headingPath: ["Other"], text: "permission once" }] }),
      aDocument("heading.md", [], {
        passages: [{ headingPath: ["Permission"], text: "other once" }],
      }),
    ];
    expect(await found(documents, "permission")).toEqual(["heading.md#0", "body.md#0"]);
    expect(await found(documents, "permission", { ranker: "exact" })).toEqual([
      "heading.md#0",
      "body.md#0",
    ]);
  });

  it("returns nothing that shares no word with the question (LEX-01)", async () => {
    const documents = [aDocument("a.md", ["billing store"])];
    expect(await found(documents, "sourdough bread")).toEqual([]);
    expect(await found(documents, "sourdough bread", { ranker: "exact" })).toEqual([]);
  });

  it("matches exact lowercase words only under the exact ranker, other forms under the shipped one (LEX-04, LEX-05)", async () => {
    const documents = [aDocument("a.md", ["Deploy it"]), aDocument("b.md", ["the deployment"])];
    expect(await found(documents, "deploy", { ranker: "exact" })).toEqual(["a.md#0"]);
    expect(await found(documents, "Deployment", { ranker: "exact" })).toEqual(["b.md#0"]);
    expect(await found(documents, "deploy")).toHaveLength(2);
  });

  it("orders equal passages by artifact, then position, across segments", async () => {
    const segments = segmentsOf(
      [aDocument("c.md", ["same words", "same words"])],
      [aDocument("a.md", ["same words", "same words"])],
      [aDocument("b.md", ["same words", "same words"])],
    );
    const answer = await ask(segments, aQuery("same words"));
    const order = answer.candidates.map(({ artifact, position }) => artifact.slice(-4) + position);
    expect(order).toEqual(["a.md0", "a.md1", "b.md0", "b.md1", "c.md0", "c.md1"]);
  });

  it("counts words as adjacent only within one heading, and identifiers by their parts", async () => {
    const adjacency = async (document: IndexDocument): Promise<number> => {
      const query = aQuery("wild fox", { explain: true });
      const { candidates } = await ask(segmentsOf([document]), query);
      const details = candidates[0]?.explanation?.details ?? [];
      return details.find(({ description }) => description.startsWith("adjacent"))?.value ?? -1;
    };
    const under = (...headingPath: string[]): IndexDocument =>
      aDocument("a.md", [], { passages: [{ headingPath, text: "" }] });
    expect(await adjacency(under("wild", "fox", "x"))).toBe(0);
    expect(await adjacency(under("wild fox", "x"))).toBeCloseTo(0.8);
    expect(await adjacency(aDocument("a.md", ["see wildFox"]))).toBeCloseTo(0.8);
  });

  it("prints every score as a tree whose leaves add up to it (DIA-06)", async () => {
    const documents = [
      aDocument("a.md", [], {
        title: "Deploying",
        passages: [
          {
            headingPath: ["Deploying", "Permission to deploy"],
            text: "a permission to deploy node:fs",
          },
          { headingPath: ["Deploying"], text: "deployment" },
        ],
      }),
    ];
    for (const ranker of ["lexical", "exact", "reference"] as const) {
      const query = aQuery("permission to deploy node:fs", { ranker, explain: true });
      const { candidates } = await ask(segmentsOf(documents), query);
      expect(candidates.length).toBeGreaterThan(0);
      for (const { explanation, score } of candidates) {
        expect(explanation).toBeDefined();
        expect(leavesOf(explanation)).toBeCloseTo(score, 9);
        if (ranker === "lexical")
          expect(JSON.stringify(explanation)).toContain("in heading (weight 4");
      }
    }
  });

  it("says which words matched, which did not, and their share", async () => {
    const documents = [
      aDocument("a.md", ["who may deploy"]),
      aDocument("b.md", ["unrelated text"]),
    ];
    const { words, candidates, unmatchedWords } = await ask(
      segmentsOf(documents),
      aQuery("Can a Permission authorize deployment?"),
    );
    expect(words).toEqual(["permission", "authorize", "deployment"]);
    expect(candidates[0]).toMatchObject({
      matched: ["deployment"],
      unmatched: ["permission", "authorize"],
    });
    expect(unmatchedWords).toEqual(["permission", "authorize"]);
  });
});

describe("equivalence", () => {
  const word = fc.constantFrom(
    ..."deploy deployed permission the of node:fs getUser 用户 store index a".split(" "),
  );
  const text = fc.array(word, { minLength: 0, maxLength: 12 }).map((words) => words.join(" "));
  const corpus = fc.array(
    fc.record({
      path: fc.constantFrom(..."abcdefgh"),
      heading: text,
      texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 10 },
  );
  const toDocument = (
    { path, heading, texts }: { path: string; heading: string; texts: readonly string[] },
    index: number,
  ): IndexDocument =>
    aDocument(path, [], {
      version: `${index}`.padStart(64, "0"),
      title: heading,
      passages: texts.map((body) => ({ headingPath: [heading, body], text: body })),
    });

  it("gives an index grown by refreshes and merges the same bits as one rebuild (COR-22)", async () => {
    await fc.assert(
      fc.asyncProperty(
        corpus,
        text,
        fc.infiniteStream(fc.nat()),
        async (records, question, choices) => {
          const pick = (count: number): number => (choices.next().value as number) % count;
          const grown = new MemorySegments();
          let alive: IndexDocument[] = [];
          for (const [index, record] of records.entries()) {
            const document = toDocument(record, index);
            const dead = alive.filter(({ artifact }) => artifact === document.artifact);
            await grown.bury(kit.builder, dead);
            grown.add(kit.builder, [document]);
            alive = [...alive.filter((other) => !dead.includes(other)), document];
            const ids = (await grown.segments()).map(({ id }) => id);
            if (pick(3) === 0)
              await grown.merge(
                kit.builder,
                ids.filter(() => pick(2) === 0),
              );
          }
          const whole = segmentsOf(alive.toSorted(() => pick(3) - 1));
          for (const ranker of ["lexical", "exact", "reference"] as const) {
            const query = aQuery(question, { ranker, keepStopWords: pick(2) === 0 });
            expect(await ask(grown, query)).toEqual(await ask(whole, query));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("answers a question the same whatever was asked before", async () => {
    await fc.assert(
      fc.asyncProperty(
        corpus,
        fc.array(text, { minLength: 2, maxLength: 6 }),
        async (records, questions) => {
          const segments = segmentsOf(records.map(toDocument));
          const index = kit.open(segments);
          for (const question of questions) {
            const query = aQuery(question, { keepStopWords: question.length % 2 === 0 });
            const fromUsed = await index.search(query);
            expect(fromUsed).toEqual({ status: "ok", answer: await ask(segments, query) });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("returns the head of the full ranking at every limit", async () => {
    const documents = Array.from({ length: 300 }, (_, index) =>
      aDocument(`${index}.md`, [
        `deploy ${"store ".repeat(index % 7)}${"index ".repeat(index % 5)}`,
      ]),
    );
    const segments = segmentsOf(documents.slice(0, 110), documents.slice(110));
    const all = await ask(segments, aQuery("deploy store index", { limit: 1000 }));
    expect(all.candidates).toHaveLength(100);
    expect(all.matchedPassages).toBe(300);
    for (const limit of [1, 7, 99]) {
      const some = await ask(segments, aQuery("deploy store index", { limit }));
      expect(some.candidates).toEqual(all.candidates.slice(0, limit));
    }
  });
});

function leavesOf(tree: IndexAnswer["candidates"][number]["explanation"]): number {
  if (tree === undefined) return Number.NaN;
  if (tree.details.length === 0) return tree.value;
  return tree.details.reduce((sum, detail) => sum + leavesOf(detail), 0);
}
