import { formatTable } from "../table.ts";
import { MEASURE_NAMES } from "./measures.ts";
import type { PassMark } from "./pass-marks.ts";
import type { PartSummary } from "./summarize.ts";

/** Formats summaries, one row an entry, with nDCG@10's gain over the baseline and its 95 % interval. */
export function formatSummaries(summaries: readonly PartSummary[]): string {
  const rows = summaries.flatMap((summary) =>
    summary.entries.map(({ entry, mean, gain }, index) => [
      index === 0 ? labelOf(summary) : "",
      index === 0 ? String(summary.questions) : "",
      entry,
      ...MEASURE_NAMES.map((name) => mean[name].toFixed(3)),
      gain === "baseline"
        ? ""
        : `${signed(gain.mean)} (${signed(gain.low)} to ${signed(gain.high)})`,
    ]),
  );
  const head = ["set", "n", "entry", "nDCG@10", "R@5", "R@10", "MRR", "top-1", "gain in nDCG@10"];
  return formatTable(head, rows);
}

/** Formats the pass marks, one line each. */
export function formatPassMarks(marks: readonly PassMark[]): string {
  return marks
    .map(({ claim, value, atLeast, passed }) => {
      if (value === "not_evaluated") return `not evaluated: ${claim}`;
      return `${passed ? "passed" : "MISSED"}: ${claim}: ${signed(value)}, at least ${atLeast}`;
    })
    .join("\n");
}

function labelOf(summary: PartSummary): string {
  const [first, ...others] = summary.sets;
  const name = others.length === 0 ? first : `mean of ${summary.sets.length}`;
  return `${name}, ${summary.part}`;
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
}
