import type { Passage } from "../../model/passage.ts";
import type { CutRange } from "./version-text.ts";

/** The section a passage stands in: the passages around it that have its heading path. */
export interface Section extends CutRange {
  readonly headingPath: readonly string[];
}

/**
 * Returns the whole section of the passage at a position: all neighbors of the same heading path. Front matter is a section
 * of its own. Text without headings is one section.
 */
export function locateSection(passages: readonly Passage[], position: number): Section | "unknown" {
  const own = passages[position];
  if (own === undefined) return "unknown";
  let [first, last] = [own, own];
  for (let at = position - 1; at >= 0; at--) {
    const before = passages[at];
    if (before === undefined || !isSameSection(before, own)) break;
    first = before;
  }
  for (let at = position + 1; at < passages.length; at++) {
    const after = passages[at];
    if (after === undefined || !isSameSection(after, own)) break;
    last = after;
  }
  return {
    headingPath: own.headingPath,
    startByte: first.startByte,
    endByte: last.endByte,
    startLine: first.startLine,
    endLine: last.endLine,
  };
}

/** Names the sections of an artifact that lie outside a range of lines, in order, each by its own heading (DIS-21). */
export function sectionsOutside(
  passages: readonly Passage[],
  lines: { readonly startLine: number; readonly endLine: number } | "none",
): readonly string[] {
  const named: string[] = [];
  let before: Passage | undefined;
  for (const passage of passages) {
    const goesOn = before !== undefined && isSameSection(before, passage);
    before = passage;
    const isInside =
      lines !== "none" && passage.endLine >= lines.startLine && passage.startLine <= lines.endLine;
    const heading = passage.headingPath.at(-1) ?? "";
    if (!goesOn && !isInside && heading !== "") named.push(heading);
  }
  return named;
}

/** So many sections an offer names as not shown; the rest are a count behind them. */
const MAX_NAMED = 12;

/** The first few names, and how many more there are. */
export function boundNames(names: readonly string[]): readonly string[] {
  if (names.length <= MAX_NAMED) return names;
  const shown = MAX_NAMED - 1;
  return [...names.slice(0, shown), `and ${names.length - shown} more`];
}

function isSameSection(left: Passage, right: Passage): boolean {
  const isMetadata = left.kind === "metadata";
  if (isMetadata !== (right.kind === "metadata")) return false;
  const [one, two] = [left.headingPath, right.headingPath];
  return one.length === two.length && one.every((heading, depth) => heading === two[depth]);
}
