import { describe, expect, it } from "vitest";
import type { JudgedSet } from "../../../bench/quality/judge.ts";
import type { Measures } from "../../../bench/quality/measures.ts";
import { judgePassMarks } from "../../../bench/quality/pass-marks.ts";
import { summarizePart } from "../../../bench/quality/summarize.ts";

const cell = (ndcg10: number): Measures => ({ ndcg10, recall5: 0, recall10: 0, mrr: 0, top1: 0 });
const judged = (name: string, rows: readonly (readonly [number, number])[]): JudgedSet => ({
  name,
  units: 1,
  ranked: [],
  unscored: { unanswerable: 0, goldNotFound: 0 },
  questions: rows.map(([baseline, own], index) => ({
    id: `${index}`,
    half: index === 0 ? "choose" : "report",
    measures: [cell(baseline), cell(own)],
  })),
});
const ENTRIES = [
  { name: "fts5", baseline: 0 },
  { name: "exhibit", baseline: 0 },
];

describe("summarizePart", () => {
  it("weighs sets the same whatever their size, and pairs gains by question", () => {
    const sets = [
      judged("a", [[0.2, 0.4]]),
      judged("b", [
        [0.5, 0.5],
        [0.7, 0.7],
        [0.6, 0.6],
      ]),
    ];
    const summary = summarizePart(sets, "all", ENTRIES);
    expect(summary.questions).toBe(4);
    expect(summary.entries[0]).toMatchObject({ entry: "fts5", gain: "baseline" });
    expect(summary.entries[0]?.mean.ndcg10).toBeCloseTo(0.4, 12);
    expect(summary.entries[1]?.mean.ndcg10).toBeCloseTo(0.5, 12);
    expect(summary.entries[1]?.gain).toMatchObject({ low: expect.closeTo(0.1, 9) });
  });

  it("looks at one half alone when asked to", () => {
    const set = judged("a", [
      [0, 1],
      [0.5, 0.25],
    ]);
    const gain = (part: "choose" | "report"): unknown =>
      summarizePart([set], part, ENTRIES).entries[1]?.gain;
    expect(gain("choose")).toEqual({ mean: 1, low: 1, high: 1 });
    expect(gain("report")).toEqual({ mean: -0.25, low: -0.25, high: -0.25 });
  });
});

describe("judgePassMarks", () => {
  it("passes, misses and leaves open by what was declared before the run", () => {
    const marks = judgePassMarks(
      [judged("rfc-headings", [[0.7, 0.96]]), judged("ramdocs", [[0.8, 0.79]])],
      ENTRIES,
    );
    const passed = (claim: string): unknown => marks.find((mark) => mark.claim === claim)?.passed;
    expect(passed("exhibit: nDCG@10 on rfc-headings")).toBe(true);
    expect(passed("exhibit: gain on rfc-headings")).toBe(true);
    expect(passed("exhibit: gain on ramdocs")).toBe(false);
    expect(passed("exhibit: nDCG@10 on astro-zh")).toBe("not_evaluated");
    expect(passed("exhibit: mean gain on the four prose sets")).toBe("not_evaluated");
  });
});
