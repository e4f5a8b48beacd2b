import { describe, expect, it } from "vitest";
import type { EvalQuestion, EvalSet } from "../../../bench/quality/eval-set.ts";
import { createAnswerKey, type RankedPassage } from "../../../bench/quality/passage-set.ts";
import { splitUnits } from "../../../bench/quality/section-units.ts";

const TEXT = "# Title\n\n## One\n\nfirst half\n\nsecond half\n\n## Two\n\nlast\n";
const unitOptions = { firstId: 0, maxChars: Number.POSITIVE_INFINITY };
const set = (isSpanGold: boolean): EvalSet => ({
  name: "tiny",
  corpusFolder: "",
  documents: new Map([["d", TEXT]]),
  units: splitUnits("d", TEXT, unitOptions),
  isSpanGold,
  questions: [],
  unanswerable: [],
  unscored: { unanswerable: 0, goldNotFound: 0 },
});
const at = (from: string, to: string): RankedPassage => ({
  doc: "d",
  start: TEXT.indexOf(from),
  end: TEXT.indexOf(to) + to.length,
});
const passages = [
  at("# Title", "# Title"),
  at("## One", "first half"),
  at("second", "second half"),
  at("## Two", "last"),
];
const asked = (question: Partial<EvalQuestion>): EvalQuestion => ({
  id: "q",
  question: "?",
  right: new Set(),
  spans: [],
  misleading: { traps: new Set(), noise: new Set() },
  ...question,
});

describe("createAnswerKey", () => {
  it("gives a section the place of its first passage, and a bare title none", () => {
    const key = createAnswerKey(set(false), { documents: [], passages, unreadDocuments: 0 });
    expect(key.toAnswers([0, 2, 3, 1])).toEqual([0, 1]);
    expect(key.rightAnswers(asked({ right: new Set([1]) }))).toEqual(new Set([1]));
  });

  it("counts every passage that overlaps a gold range as right where gold names ranges", () => {
    const key = createAnswerKey(set(true), { documents: [], passages, unreadDocuments: 0 });
    const spans = [{ doc: "d", start: TEXT.indexOf("half"), end: TEXT.indexOf("second") + 1 }];
    expect(key.toAnswers([2, 0, 1])).toEqual([2, 0, 1]);
    expect(key.rightAnswers(asked({ spans }))).toEqual(new Set([1, 2]));
    const elsewhere = spans.map((span) => ({ ...span, doc: "other" }));
    expect(key.rightAnswers(asked({ spans: elsewhere }))).toEqual(new Set());
  });
});
