import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { type Run, wrapRuns } from "../wrap-text.ts";

/** Lines shown of one excerpt when not all of it is asked for. */
const WINDOW_LINES = 8;
/** Characters shown of one line then: enough for a paragraph, not for a minified bundle. */
const LINE_CHARACTERS = 600;

/** What cutting between the halves of a surrogate pair leaves at either end. */
const HALF_PAIRS = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

export interface Excerpt {
  readonly text: string;
  /** 1-based number of the first line. */
  readonly startLine: number;
  /** Words to mark and to choose the shown lines by; none for a text shown whole. */
  readonly words: readonly string[];
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface NumberedLine {
  readonly number: number;
  readonly runs: readonly Run[];
  readonly matches: number;
}

/**
 * Returns the rows of an excerpt: every line under its own number, matches marked, wrapped to the terminal under a
 * gutter. What is left out is counted, above and below.
 */
export function formatExcerpt(excerpt: Excerpt, view: View): string[] {
  const lines = markLines(excerpt, view);
  const { start, end } = view.wholeExcerpts
    ? { start: 0, end: lines.length }
    : chooseWindow(lines, WINDOW_LINES);
  const digits = String(lines.at(-1)?.number ?? 1).length;
  const gutter = (label: string): string => view.paint.faint(`${label.padStart(digits)} │ `);
  const rows: string[] = [];
  if (start > 0) rows.push(view.paint.faint(`${"⋮".padStart(digits)}   ${start} more above`));
  for (const line of lines.slice(start, end)) {
    const runs = view.wholeExcerpts ? line.runs : cutRuns(line.runs, LINE_CHARACTERS);
    const columns = view.columns === "unlimited" ? "unlimited" : view.columns - digits - 3;
    wrapRuns(runs, columns).forEach((row, index) => {
      const label = index === 0 ? String(line.number) : "";
      const text = row.map((run) => (run.marked ? view.paint.match(run.text) : run.text)).join("");
      rows.push((gutter(label) + text).trimEnd());
    });
  }
  const below = lines.length - end;
  if (below > 0) rows.push(view.paint.faint(`${"⋮".padStart(digits)}   ${below} more below`));
  return rows;
}

/** Splits into lines as the citation counts them (LF, CRLF, CR), each cut into matching and other runs. */
function markLines(excerpt: Excerpt, view: View): NumberedLine[] {
  const ranges = excerpt.words.length === 0 ? [] : view.locate(excerpt.text, excerpt.words);
  const lines: NumberedLine[] = [];
  let offset = 0;
  excerpt.text.split(/(\r\n|\n|\r)/).forEach((piece, index) => {
    // Every second piece is a line ending.
    if (index % 2 === 0) {
      const runs = cutAtMatches(
        excerpt.text,
        { start: offset, end: offset + piece.length },
        ranges,
      );
      const matches = runs.filter((run) => run.marked).length;
      lines.push({ number: excerpt.startLine + lines.length, runs, matches });
    }
    offset += piece.length;
  });
  while (lines.length > 1 && isBlank(lines.at(-1))) lines.pop();
  return lines;
}

function cutAtMatches(text: string, line: TextRange, ranges: readonly TextRange[]): readonly Run[] {
  const runs: Run[] = [];
  const push = (start: number, end: number, marked: boolean): void => {
    if (end > start) runs.push({ text: visibleText(text.slice(start, end)), marked });
  };
  let at = line.start;
  for (const range of ranges) {
    const start = Math.max(range.start, at);
    const end = Math.min(range.end, line.end);
    if (end <= start) continue;
    push(at, start, false);
    push(start, end, true);
    at = end;
  }
  push(at, line.end, false);
  return runs;
}

/** The run of `size` lines with the most matches; the earliest of equals. */
function chooseWindow(
  lines: readonly NumberedLine[],
  size: number,
): { start: number; end: number } {
  let best = 0;
  let bestMatches = -1;
  for (let start = 0; start === 0 || start + size <= lines.length; start += 1) {
    const matches = lines.slice(start, start + size).reduce((sum, line) => sum + line.matches, 0);
    // A window that opens on a blank line wastes it.
    if (matches > bestMatches && !(start > 0 && isBlank(lines[start]))) {
      best = start;
      bestMatches = matches;
    }
  }
  return { start: best, end: Math.min(lines.length, best + size) };
}

/** Cuts a long line to about `limit` characters around its first match; each cut is shown as an ellipsis. */
function cutRuns(runs: readonly Run[], limit: number): readonly Run[] {
  const length = runs.reduce((sum, run) => sum + run.text.length, 0);
  if (length <= limit) return runs;
  const firstMatch = runs.findIndex((run) => run.marked);
  const before = runs
    .slice(0, Math.max(0, firstMatch))
    .reduce((sum, run) => sum + run.text.length, 0);
  const start = Math.max(0, Math.min(before - limit / 4, length - limit));
  const cut: Run[] = start > 0 ? [{ text: "…", marked: false }] : [];
  let at = 0;
  for (const run of runs) {
    const text = run.text
      .slice(Math.max(0, start - at), Math.max(0, start + limit - at))
      .replace(HALF_PAIRS, "");
    if (text !== "") cut.push({ text, marked: run.marked });
    at += run.text.length;
  }
  return start + limit < length ? [...cut, { text: "…", marked: false }] : cut;
}

function isBlank(line: NumberedLine | undefined): boolean {
  return line?.runs.every((run) => run.text.trim() === "") ?? false;
}
