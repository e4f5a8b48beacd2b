import type { Block } from "./block.ts";
import { createBlockCollector } from "./block-collector.ts";
import { tidyHeading } from "./heading-text.ts";
import { isBlankLine, type LineTable, lineText } from "./line-table.ts";

/** A line of one repeated punctuation character: the adornment of a title, or a transition. */
const ADORNMENT = /^([!-/:-@[-`{-~])\1*[ \t]*$/;
/** Docutils takes a shorter underline for text unless it is as long as the title. */
const SURE_ADORNMENT = 4;
const CODE_DIRECTIVE = /^\.\. (?:code|code-block|sourcecode|parsed-literal)::/;

type Literal = "none" | "announced" | "inside";

interface Title {
  readonly text: string;
  /** The character, twice when there is an overline: the two are ranks of their own. */
  readonly style: string;
  readonly lineCount: number;
}

/**
 * Splits reStructuredText into sections by title adornment and into blocks at blank lines. Ranks follow the order in
 * which the adornments first appear, as Docutils has it. Indented text and literal blocks hold no titles. A literal
 * block and the body of a `code-block` directive are code.
 */
export function splitRst(lines: LineTable, firstLine: number): readonly Block[] {
  const blocks = createBlockCollector(lines, firstLine);
  const styles: string[] = [];
  let literal: Literal = "none";
  for (let line = firstLine; line < lines.starts.length; ) {
    if (isBlankLine(lines, line)) {
      line += 1;
      continue;
    }
    const inLiteral = isInLiteral(literal, lineText(lines, line));
    const title = inLiteral ? "none" : readTitle(lines, line);
    if (title !== "none") {
      const heading = { level: rankOf(title.style, styles), text: tidyHeading(title.text) };
      blocks.add(line, line + title.lineCount, { kind: "prose", heading });
      line += title.lineCount;
      literal = "none";
      continue;
    }
    const end = paragraphEnd(lines, line);
    const isCode = inLiteral || isBareAnnouncement(lines, line);
    blocks.add(line, end, { kind: isCode ? "code" : "prose" });
    literal = inLiteral ? "inside" : literalAfter(lines, line, end);
    line = end;
  }
  return blocks.finish();
}

/** Right below its announcement a literal block is indented or quoted by punctuation; after that it goes on while indented. */
function isInLiteral(literal: Literal, text: string): boolean {
  if (literal === "none") return false;
  return /^[ \t]/.test(text) || (literal === "announced" && /^[!-/:-@[-`{-~]/.test(text));
}

/** A title starts its paragraph, so only a paragraph's first line is asked. */
function readTitle(lines: LineTable, line: number): Title | "none" {
  const first = lineText(lines, line);
  const second = lineText(lines, line + 1).trimEnd();
  if (ADORNMENT.test(first)) {
    const over = first.trimEnd();
    const under = lineText(lines, line + 2).trimEnd();
    const framed = over === under && second.trim() !== "" && isLongEnough(over, second.trim());
    return framed ? { text: second, style: `${over[0]}${over[0]}`, lineCount: 3 } : "none";
  }
  if (/^\s/u.test(first) || !ADORNMENT.test(second)) return "none";
  const text = first.trimEnd();
  return isLongEnough(second, text) ? { text, style: second[0] ?? "", lineCount: 2 } : "none";
}

function isLongEnough(adornment: string, title: string): boolean {
  return adornment.length >= SURE_ADORNMENT || adornment.length >= title.length;
}

function rankOf(style: string, styles: string[]): number {
  if (!styles.includes(style)) styles.push(style);
  return styles.indexOf(style) + 1;
}

/** Explicit markup (`.. _label:`) may stand right above a title. */
function paragraphEnd(lines: LineTable, from: number): number {
  let end = from + 1;
  const explicit = lineText(lines, from).startsWith("..");
  while (end < lines.starts.length && !isBlankLine(lines, end)) {
    if (explicit && !isIndented(lines, end)) break;
    end += 1;
  }
  return end;
}

function literalAfter(lines: LineTable, from: number, end: number): Literal {
  if (CODE_DIRECTIVE.test(lineText(lines, from))) return "announced";
  const last = lineText(lines, end - 1);
  return last.trimEnd().endsWith("::") && !last.startsWith(".. ") ? "announced" : "none";
}

/** A directive for code, or `::` alone: nothing in it is for reading. */
function isBareAnnouncement(lines: LineTable, line: number): boolean {
  const text = lineText(lines, line);
  return CODE_DIRECTIVE.test(text) || text.trimEnd() === "::";
}

function isIndented(lines: LineTable, line: number): boolean {
  return /^[ \t]/.test(lineText(lines, line));
}
