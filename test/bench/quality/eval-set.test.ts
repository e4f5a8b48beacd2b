import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { FTS5 } from "../../../bench/quality/contestants.ts";
import { cutIntoSections } from "../../../bench/quality/cut-sections.ts";
import { findEvalSets, loadEvalSet } from "../../../bench/quality/eval-set.ts";
import { judgeSet } from "../../../bench/quality/judge.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function writeSet(files: Record<string, string>, questions: readonly object[]): string {
  const root = mkdtempSync(join(tmpdir(), "exhibit-eval-"));
  folders.push(root);
  const lines = questions.map((question) => JSON.stringify(question)).join("\n");
  for (const [path, text] of Object.entries({ ...files, "tiny/questions.jsonl": lines })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const CORPUS = {
  "tiny/corpus/guide/ports.md":
    "# Ports\n\n## Opening\n\nOpen the valve.\n\n## Closing\n\nClose it.\n",
  "tiny/corpus/plain.md": "Nothing but rain here.\n",
};

describe("loadEvalSet", () => {
  it("finds gold by heading, by quote, by range and by document", () => {
    const root = writeSet(CORPUS, [
      { id: "1", question: "open", gold: [{ doc: "guide/ports.md", heading: "Opening" }] },
      { id: "2", question: "shut", gold: [{ doc: "guide/ports", quote: "Close it" }] },
      { id: "3", question: "both", gold: [{ doc: "guide/ports", start: 30, end: 50 }] },
      { id: "4", question: "rain", gold: [{ doc: "plain" }] },
      { id: "5", question: "snow", gold: [], label: "UNDERSPECIFIED" },
      { id: "6", question: "lost", gold: [{ doc: "plain", heading: "No such heading" }] },
    ]);
    expect(findEvalSets(root)).toEqual([join(root, "tiny")]);
    const set = loadEvalSet(join(root, "tiny"));
    const headings = set.questions.map(({ right }) =>
      [...right].map((id) => set.units[id]?.heading),
    );
    expect(headings).toEqual([["Opening"], ["Closing"], ["Opening", "Closing"], [""]]);
    expect(set.unscored).toEqual({ unanswerable: 1, goldNotFound: 1 });
    expect(set.unanswerable).toEqual([{ id: "5", question: "snow", label: "underspecified" }]);
  });

  it("keeps planted wrong answers and lookalikes apart from gold", () => {
    const root = writeSet(CORPUS, [
      {
        id: "1",
        question: "open",
        gold: [{ doc: "guide/ports", heading: "Opening" }],
        traps: [{ doc: "guide/ports", heading: "Closing" }],
        noise: [{ doc: "plain" }],
      },
    ]);
    const set = loadEvalSet(join(root, "tiny"));
    const headings = (ids: Iterable<number> = []) => [...ids].map((id) => set.units[id]?.heading);
    expect(headings(set.questions[0]?.misleading.traps)).toEqual(["Closing"]);
    expect(headings(set.questions[0]?.misleading.noise)).toEqual([""]);
  });

  it("reads the corpus that meta.json names when the set has none of its own", () => {
    const root = writeSet(
      { "elsewhere/a.md": "# A\n\nalpha\n", "tiny/meta.json": '{"corpus": "../elsewhere"}' },
      [{ id: "1", question: "alpha", gold: [{ doc: "a", heading: "A" }] }],
    );
    expect(loadEvalSet(join(root, "tiny")).questions[0]?.right).toEqual(new Set([0]));
  });

  it("says which folder has no corpus instead of judging nothing", () => {
    const root = writeSet({ "tiny/meta.json": "{}" }, []);
    expect(() => loadEvalSet(join(root, "tiny"))).toThrow(/tiny holds no corpus folder/);
  });
});

describe("judgeSet", () => {
  it("lets FTS5 answer with its stemmer and without stop words in the query", async () => {
    const root = writeSet(CORPUS, [
      {
        id: "1",
        question: "How is it with the opened valves?",
        gold: [{ doc: "guide/ports", heading: "Opening" }],
      },
      { id: "2", question: "rains", gold: [{ doc: "plain" }] },
    ]);
    const judged = await judgeSet(loadEvalSet(join(root, "tiny")), [
      { cut: { name: "sections", cut: cutIntoSections }, contestant: FTS5 },
    ]);
    expect(judged.questions.map((question) => question.measures[0]?.top1)).toEqual([1, 1]);
  });
});
