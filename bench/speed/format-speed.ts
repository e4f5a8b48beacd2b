import { formatTable } from "../table.ts";
import type { Timing } from "./alternate.ts";
import type { Agreement, Agreements } from "./measure-agreement.ts";
import type { CommandFigures } from "./measure-command.ts";
import type { EngineFigures } from "./measure-engine.ts";
import type { IndexFigures } from "./measure-index.ts";
import type { QueryStyle } from "./sample-queries.ts";

/** Everything measured on one corpus. */
export interface CorpusFigures {
  readonly corpus: string;
  readonly files: number;
  readonly bytes: number;
  readonly index: IndexFigures;
  readonly agreements: Agreements;
  readonly engine: EngineFigures | "not_evaluated";
  readonly command: CommandFigures | "not_evaluated";
}

/** Formats one corpus as a table: what this program took, what FTS5 took, and the ratio that the marks are about. */
export function formatCorpus(figures: CorpusFigures): string {
  const { index, engine, command } = figures;
  const megabytes = (figures.bytes / 1e6).toFixed(1);
  const title = `${figures.corpus}: ${figures.files} files, ${megabytes} MB, ${index.passages} passages`;
  const rows = [
    ...queryRows("index alone", index.queries),
    ...(engine === "not_evaluated" ? [] : queryRows("whole search", engine.queries)),
    costRow("build, index alone, CPU s", index.build.index.cpuSeconds, index.build.fts5.cpuSeconds),
    ...(engine === "not_evaluated" ? [] : engineRows(engine, index)),
    ...(command === "not_evaluated" ? [] : commandRows(command)),
    agreementRow("hundred best as in exhaustive scoring", figures.agreements.exhaustive),
    agreementRow("reference ranker as FTS5's bm25", figures.agreements.reference),
  ];
  return `${title}; times are p50 / p95 (p50 of CPU)\n${formatTable(["figure", "exhibit", "fts5", "ratio"], rows)}`;
}

/** FTS5 took this many times as long: above 1 the program is faster. */
function queryRows(
  what: string,
  queries: Readonly<Record<QueryStyle, readonly Timing[]>>,
): string[][] {
  return (["question", "content"] as const).flatMap((style) => {
    const fts5 = queries[style].find(({ name }) => name === "fts5");
    const rest = queries[style].filter((timing) => timing !== fts5);
    return rest.map((own) => {
      const label = `${what}${own.name.includes(",") ? ", refresh off" : ""}, ${style} queries, ms`;
      if (fts5 === undefined) return [label, formatTiming(own), "", ""];
      const ratio = `${digits(fts5.p50Ms / own.p50Ms)} (CPU ${digits(fts5.p50CpuMs / own.p50CpuMs)}) times faster`;
      return [label, formatTiming(own), formatTiming(fts5), ratio];
    });
  });
}

function formatTiming({ p50Ms, p95Ms, p50CpuMs }: Timing): string {
  return `${digits(p50Ms)} / ${digits(p95Ms)} (CPU ${digits(p50CpuMs)})`;
}

function engineRows(engine: EngineFigures, index: IndexFigures): string[][] {
  return [
    costRow(
      "build, whole refresh against FTS5's inserts, CPU s",
      engine.build.cpuSeconds,
      index.build.fts5.cpuSeconds,
    ),
    ["build, whole refresh, wall s", digits(engine.build.wallSeconds), "", ""],
    [
      "refresh without a change, CPU µs a file",
      digits(engine.noOpRefreshMicrosecondsAFile),
      "",
      "",
    ],
    ["data folder / corpus", digits(engine.dataBytesAByteOfCorpus), "", ""],
  ];
}

function commandRows(command: CommandFigures): string[][] {
  return [
    ["cold `exhibit search`, CPU ms above bare Node", digits(command.coldSearchCpuMs), "", ""],
    ["largest memory while building, MB", digits(command.buildMaxRssBytes / 1e6), "", ""],
  ];
}

/** The program took this share of what FTS5 took: below 1 the program is cheaper. */
function costRow(label: string, own: number, base: number): string[] {
  return [label, digits(own), digits(base), `${digits(own / base)} of FTS5's`];
}

function agreementRow(label: string, { queries, equal }: Agreement): string[] {
  return [label, `${equal} of ${queries}`, "", ""];
}

function digits(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "unknown";
}
