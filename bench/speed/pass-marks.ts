import type { Timing } from "./alternate.ts";
import type { CorpusFigures } from "./format-speed.ts";
import type { Agreement } from "./measure-agreement.ts";

/** A pass mark declared before the run and what the run gave. */
export interface SpeedMark {
  readonly claim: string;
  readonly value: number;
  readonly limit: number;
  readonly rule: "at least" | "at most";
  readonly passed: boolean;
}

/** Ratios of query times are promised at this many passages and above: below, fixed costs are what is measured. */
const LARGE_PASSAGES = 100_000;
const LARGE_BYTES = 300_000_000;

/** Holds one corpus against the marks of the search issue; those that do not apply to its size are left out. */
export function judgeSpeedMarks(figures: CorpusFigures): readonly SpeedMark[] {
  const { index, engine, command, agreements } = figures;
  const isLarge = index.passages >= LARGE_PASSAGES;
  const marks: SpeedMark[] = [];
  const least = (claim: string, value: number, limit: number): void => {
    marks.push({ claim, value, limit, rule: "at least", passed: value >= limit });
  };
  const most = (claim: string, value: number, limit: number): void => {
    marks.push({ claim, value, limit, rule: "at most", passed: value <= limit });
  };
  if (isLarge) {
    least("index alone, question queries, times faster", speedup(index.queries.question), 60);
    least("index alone, content queries, times faster", speedup(index.queries.content), 10);
  }
  most(
    "build, index alone, of FTS5's CPU",
    index.build.index.cpuSeconds / index.build.fts5.cpuSeconds,
    1.2,
  );
  least("hundred best as in exhaustive scoring, share", share(agreements.exhaustive), 1);
  least("reference ranker as FTS5's bm25, share", share(agreements.reference), 1);
  if (engine === "not_evaluated" || command === "not_evaluated") return marks;
  if (isLarge) {
    least("whole search, question queries, times faster", speedup(engine.queries.question), 20);
    least("whole search, content queries, times faster", speedup(engine.queries.content), 4);
  }
  most("refresh without a change, CPU µs a file", engine.noOpRefreshMicrosecondsAFile, 25);
  most("data folder / corpus", engine.dataBytesAByteOfCorpus, 1.5);
  most("cold search, CPU ms above bare Node", command.coldSearchCpuMs, 100);
  const limitMb = figures.bytes > LARGE_BYTES ? 600 : 400;
  most("largest memory while building, MB", command.buildMaxRssBytes / 1e6, limitMb);
  return marks;
}

/** Formats the marks, one line each. */
export function formatSpeedMarks(marks: readonly SpeedMark[]): string {
  return marks
    .map(({ claim, value, limit, rule, passed }) => {
      const shown = Number(value.toPrecision(3));
      return `${passed ? "passed" : "MISSED"}: ${claim}: ${shown}, ${rule} ${limit}`;
    })
    .join("\n");
}

/** How many times the program's median goes into FTS5's: the first timing is the program as users call it. */
function speedup(timings: readonly Timing[]): number {
  const fts5 = timings.find(({ name }) => name === "fts5");
  return (fts5?.p50Ms ?? Number.NaN) / (timings[0]?.p50Ms ?? Number.NaN);
}

function share({ queries, equal }: Agreement): number {
  return equal / queries;
}
