import type { JudgedSet } from "./judge.ts";
import { summarizePart } from "./summarize.ts";

/** A pass mark declared before the run and what the run gave. `"not_evaluated"` when its sets were not there. */
export interface PassMark {
  readonly claim: string;
  readonly value: number | "not_evaluated";
  readonly atLeast: number;
  readonly passed: boolean | "not_evaluated";
}

const FOUR_SETS = ["mtrag-cloud", "ramdocs", "chunking-eval", "claude-docs"];
const HEADING_SETS = ["rfc-headings", "astro-zh"];

/** Holds the last ranker's nDCG@10 against the marks of the quality issue, over all questions. */
export function judgePassMarks(sets: readonly JudgedSet[], rankers: readonly string[]): PassMark[] {
  const named = (name: string): JudgedSet | undefined => sets.find((set) => set.name === name);
  const last = (over: readonly JudgedSet[]): { mean: number; gain: number } => {
    const summary = summarizePart(over, "all", rankers).rankers.at(-1);
    return { mean: summary?.mean.ndcg10 ?? Number.NaN, gain: summary?.gain.mean ?? Number.NaN };
  };
  const four = FOUR_SETS.map(named).filter((set) => set !== undefined);
  return [
    toMark(
      "mean gain over FTS5 on the four prose sets",
      0.035,
      four.length === 4 && last(four).gain,
    ),
    ...HEADING_SETS.map((name) => {
      const set = named(name);
      return toMark(`nDCG@10 on ${name}`, 0.95, set !== undefined && last([set]).mean);
    }),
    ...sets.map((set) => toMark(`gain over FTS5 on ${set.name}`, 0, last([set]).gain)),
  ];
}

function toMark(claim: string, atLeast: number, value: number | false): PassMark {
  if (value === false) return { claim, value: "not_evaluated", atLeast, passed: "not_evaluated" };
  return { claim, value, atLeast, passed: value >= atLeast };
}
