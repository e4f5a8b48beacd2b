import { decodeEntities } from "./html-entities.ts";
import type { TextRun } from "./html-tokens.ts";

/** Reads the visible words of an HTML text's stretches; ask for them in ascending order. */
export type VisibleText = (start: number, end: number) => string;

/**
 * Makes a reader of visible text: tags gone, character references decoded, a line break where a block-level tag stood.
 * Runs may be cut at either end, so that what the reader returns belongs to the stretch asked for and to no other.
 */
export function createVisibleText(text: string, runs: readonly TextRun[]): VisibleText {
  let first = 0;
  return (start, end) => {
    while ((runs[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first += 1;
    const parts: string[] = [];
    for (let at = first; at < runs.length; at += 1) {
      const run = runs[at];
      if (run === undefined || run.start >= end) break;
      if (run.apart && parts.length > 0) parts.push("\n");
      parts.push(text.slice(Math.max(run.start, start), Math.min(run.end, end)));
    }
    return decodeEntities(parts.join(""))
      .replace(/[ \t\f\r\n]*\n[ \t\f\r\n]*/g, "\n")
      .replace(/[ \t\f]+/g, " ")
      .trim();
  };
}
