import { describe, expect, it } from "vitest";
import type { Timing } from "../../../bench/speed/alternate.ts";
import type { CorpusFigures } from "../../../bench/speed/format-speed.ts";
import { formatSpeedMarks, judgeSpeedMarks } from "../../../bench/speed/pass-marks.ts";

const timing = (name: string, p50Ms: number): Timing => ({
  name,
  p50Ms,
  p95Ms: p50Ms,
  p50CpuMs: p50Ms,
});
const timings = [timing("index", 2), timing("fts5", 100)];
const cost = (cpuSeconds: number) => ({ cpuSeconds, wallSeconds: cpuSeconds });
const figures = (passages: number): CorpusFigures => ({
  corpus: "made up",
  files: 10,
  bytes: 1_000,
  index: {
    passages,
    indexBytes: 1,
    build: { index: cost(3), fts5: cost(2) },
    queries: { question: timings, content: timings },
  },
  agreements: {
    exhaustive: { queries: 4, equal: 4, largestDifference: 0 },
    reference: { queries: 4, equal: 3, largestDifference: 0.5 },
  },
  engine: "not_evaluated",
  command: "not_evaluated",
});

describe("judgeSpeedMarks", () => {
  it("holds ratios against their marks, and one query that disagrees against all", () => {
    const lines = formatSpeedMarks(judgeSpeedMarks(figures(100_000))).split("\n");
    expect(lines).toEqual([
      "MISSED: index alone, question queries, times faster: 50, at least 60",
      "passed: index alone, content queries, times faster: 50, at least 10",
      "MISSED: build, index alone, of FTS5's CPU: 1.5, at most 1.2",
      "passed: hundred best as in exhaustive scoring, share: 1, at least 1",
      "MISSED: reference ranker as FTS5's bm25, share: 0.75, at least 1",
    ]);
  });

  it("promises no query times for a small corpus", () => {
    const claims = judgeSpeedMarks(figures(99_999)).map((mark) => mark.claim);
    expect(claims.some((claim) => claim.includes("times faster"))).toBe(false);
  });
});
