import type { ProcessCost } from "../speed/cold-process.ts";
import { formatTable } from "../table.ts";
import type { KeepingCost } from "./import-process.ts";
import type { QuestionFigures } from "./measure-questions.ts";
import type { WrittenTranscripts } from "./write-transcripts.ts";

/** Everything one run measured. */
export interface SessionFigures {
  readonly transcripts: Omit<WrittenTranscripts, "samples">;
  readonly exhibit: KeepingCost & Pick<ProcessCost, "maxRssBytes"> & { readonly diskBytes: number };
  readonly fts5: KeepingCost & Pick<ProcessCost, "maxRssBytes"> & { readonly diskBytes: number };
  readonly redactionMbACpuSecond: number;
  /** Events that the questions were asked over. */
  readonly askedEvents: number;
  readonly questions: QuestionFigures;
}

/** A mark stated before the first run, and what the run gave. */
export interface SessionsMark {
  readonly claim: string;
  readonly value: number;
  readonly limit: number;
  readonly rule: "at least" | "below";
  readonly passed: boolean;
}

/** Holds a run against the marks; those on answers are about a million events and are printed at any number. */
export function judgeSessionsMarks(figures: SessionFigures): readonly SessionsMark[] {
  const { exhibit, questions, redactionMbACpuSecond, transcripts } = figures;
  const least = (claim: string, value: number, limit: number): SessionsMark => {
    return { claim, value, limit, rule: "at least", passed: value >= limit };
  };
  const below = (claim: string, value: number, limit: number): SessionsMark => {
    return { claim, value, limit, rule: "below", passed: value < limit };
  };
  const mb = transcripts.bytes / 1e6;
  return [
    least("storing, MB of transcript a CPU second", mb / exhibit.storingCpuSeconds, 20),
    least("storing and indexing, MB of transcript a CPU second", mb / exhibit.wholeCpuSeconds, 8),
    least("redaction, MB of text a CPU second", redactionMbACpuSecond, 60),
    below("largest memory of the import, MB", exhibit.maxRssBytes / 1e6, 300),
    below("newest 50, warm, p50 ms", questions.newest[0]?.p50Ms ?? Number.NaN, 5),
    below("search, warm, p50 ms", questions.search[0]?.p50Ms ?? Number.NaN, 10),
  ];
}

/** Formats a run: what was written, the program beside plain FTS5 with the ratio, and the marks. */
export function formatSessionsRun(figures: SessionFigures, marks: readonly SessionsMark[]): string {
  const { askedEvents, exhibit, fts5, questions, transcripts } = figures;
  const { bytes, events, files, longestLineBytes, meanLineBytes, shares, textBytes } = transcripts;
  const mb = bytes / 1e6;
  const row = (name: string, ours: number, theirs: number): string[] => [
    ...[name, digits(ours), digits(theirs), (ours / theirs).toFixed(2)],
  ];
  const times = (pick: keyof QuestionFigures, name: "p50Ms" | "p95Ms"): [number, number] => [
    questions[pick][0]?.[name] ?? Number.NaN,
    questions[pick][1]?.[name] ?? Number.NaN,
  ];
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const table = formatTable(
    ["", "exhibit", "plain FTS5", "ratio"],
    [
      row("storing, CPU s", exhibit.storingCpuSeconds, fts5.storingCpuSeconds),
      row("storing and indexing, CPU s", exhibit.wholeCpuSeconds, fts5.wholeCpuSeconds),
      row("storing, MB a CPU s", mb / exhibit.storingCpuSeconds, mb / fts5.storingCpuSeconds),
      row(
        "storing and indexing, MB a CPU s",
        mb / exhibit.wholeCpuSeconds,
        mb / fts5.wholeCpuSeconds,
      ),
      row("largest memory, MB", exhibit.maxRssBytes / 1e6, fts5.maxRssBytes / 1e6),
      row("on disk, MB", exhibit.diskBytes / 1e6, fts5.diskBytes / 1e6),
      row("newest 50, p50 ms", ...times("newest", "p50Ms")),
      row("newest 50, p95 ms", ...times("newest", "p95Ms")),
      row("search, p50 ms", ...times("search", "p50Ms")),
      row("search, p95 ms", ...times("search", "p95Ms")),
    ],
  );
  return [
    `${digits(mb)} MB in ${files} files, ${events} events, ${digits(textBytes / 1e6)} MB of text: prompts ${percent(shares.prompt)}, replies ${percent(shares.reply)}, calls ${percent(shares.call)}, results ${percent(shares.result)}; a line has ${Math.round(meanLineBytes)} bytes on average and ${longestLineBytes} at most. ${exhibit.redactions} secrets were taken out. Questions over ${askedEvents} events.`,
    table,
    ...marks.map(
      ({ claim, limit, passed, rule, value }) =>
        `${passed ? "passed" : "MISSED"}: ${claim}: ${digits(value)}, ${rule} ${limit}`,
    ),
  ].join("\n\n");
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
