import { characterWidth } from "./display-width.ts";

/** A stretch of text, marked when it matched the question. */
export interface Run {
  readonly text: string;
  readonly marked: boolean;
}

export type Columns = number | "unlimited";

/**
 * Breaks one line of runs into rows of at most `columns`: after a space where one is near, inside a word where
 * nothing else fits. Nothing is lost: the rows joined are the line. `"unlimited"` keeps the line whole.
 */
export function wrapRuns(runs: readonly Run[], columns: Columns): readonly (readonly Run[])[] {
  if (columns === "unlimited") return [runs];
  const cells = runs.flatMap(({ text, marked }) => Array.from(text, (text) => ({ text, marked })));
  const rows: (readonly Run[])[] = [];
  let start = 0;
  while (start < cells.length) {
    const end = findBreak(cells, start, Math.max(2, columns));
    rows.push(joinRuns(cells.slice(start, end)));
    start = end;
  }
  return rows.length === 0 ? [[]] : rows;
}

/** Wraps a sentence at spaces; rows after the first begin with `indent`. */
export function wrapSentence(text: string, columns: Columns, indent = ""): string[] {
  if (columns === "unlimited") return [text];
  const [first, ...more] = wrapRuns([{ text, marked: false }], columns);
  const firstRow = rowText(first ?? []);
  if (more.length === 0) return [firstRow];
  const rest = text.slice(rowText(first ?? [], false).length);
  const rows = wrapRuns([{ text: rest, marked: false }], columns - indent.length);
  return [firstRow, ...rows.map((row) => indent + rowText(row))];
}

function rowText(row: readonly Run[], trimmed = true): string {
  const text = row.map((run) => run.text).join("");
  return trimmed ? text.trimEnd() : text;
}

function findBreak(cells: readonly Run[], start: number, columns: number): number {
  let used = 0;
  let lastSpace = -1;
  for (let index = start; index < cells.length; index += 1) {
    const cell = cells[index]?.text ?? "";
    used += characterWidth(cell);
    // A space may hang over the edge: it is invisible there.
    if (used > columns && cell !== " ")
      return lastSpace > start ? lastSpace + 1 : Math.max(index, start + 1);
    if (cell === " ") lastSpace = index;
  }
  return cells.length;
}

function joinRuns(cells: readonly Run[]): readonly Run[] {
  const runs: { text: string; marked: boolean }[] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last !== undefined && last.marked === cell.marked) last.text += cell.text;
    else runs.push({ text: cell.text, marked: cell.marked });
  }
  return runs;
}
