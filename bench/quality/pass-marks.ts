import type { JudgedSet } from "./judge.ts";
import { type EntryName, summarizePart } from "./summarize.ts";

/** A pass mark declared before the run and what the run gave. `"not_evaluated"` when its sets were not there. */
export interface PassMark {
  readonly claim: string;
  readonly value: number | "not_evaluated";
  readonly atLeast: number;
  readonly passed: boolean | "not_evaluated";
}

const FOUR_SETS = ["mtrag-cloud", "ramdocs", "chunking-eval", "claude-docs"];
const HEADING_SETS = ["rfc-headings", "astro-zh"];

/** Holds every entry that has a baseline against the marks of the quality issue, in nDCG@10 over all questions. */
export function judgePassMarks(
  sets: readonly JudgedSet[],
  entries: readonly EntryName[],
): PassMark[] {
  return entries.flatMap(({ baseline }, entry) =>
    baseline === entry ? [] : judgeEntry(sets, entries, entry),
  );
}

function judgeEntry(
  sets: readonly JudgedSet[],
  entries: readonly EntryName[],
  entry: number,
): PassMark[] {
  const name = entries[entry]?.name ?? "";
  const named = (set: string): JudgedSet[] => sets.filter((judged) => judged.name === set);
  const over = (judged: readonly JudgedSet[]): { mean: number; gain: number } => {
    const summary = summarizePart(judged, "all", entries).entries[entry];
    const gain =
      summary === undefined || summary.gain === "baseline" ? Number.NaN : summary.gain.mean;
    return { mean: summary?.mean.ndcg10 ?? Number.NaN, gain };
  };
  const four = FOUR_SETS.flatMap(named);
  const isComplete = four.length === FOUR_SETS.length;
  return [
    toMark(`${name}: mean gain on the four prose sets`, 0.035, isComplete && over(four).gain),
    ...HEADING_SETS.map((set) => {
      const judged = named(set);
      return toMark(`${name}: nDCG@10 on ${set}`, 0.95, judged.length > 0 && over(judged).mean);
    }),
    ...sets.map((set) => toMark(`${name}: gain on ${set.name}`, 0, over([set]).gain)),
  ];
}

function toMark(claim: string, atLeast: number, value: number | false): PassMark {
  if (value === false) return { claim, value: "not_evaluated", atLeast, passed: "not_evaluated" };
  return { claim, value, atLeast, passed: value >= atLeast };
}
