import type { PassageKind } from "../../model/passage.ts";
import type { Block, Heading } from "./block.ts";
import { tidyHeading } from "./heading-text.ts";
import { createVisibleText } from "./html-text.ts";
import { type HtmlTag, readHtml, type TextRun } from "./html-tokens.ts";
import { type LineTable, lineIndexAt, lineStart } from "./line-table.ts";

/** An HTML text's blocks, the text of its `title` element or `""`, and what of it is visible. */
export interface HtmlSplit {
  readonly blocks: readonly Block[];
  readonly title: string;
  readonly runs: readonly TextRun[];
}

/** A place where a block begins. */
interface Border {
  readonly at: number;
  readonly kind: PassageKind;
  readonly heading?: Heading;
}

const HEADING_TAG = /^h[1-6]$/;
const BLOCK_TAGS = new Set(
  "address article aside blockquote body details dd div dl dt fieldset figcaption figure footer form header hr li main nav ol p pre section summary table tr ul".split(
    " ",
  ),
);

/**
 * Splits HTML from `firstLine` on. Headings h1 to h6 open sections (not those in scripts, styles, comments or `pre`),
 * block-level tags begin blocks. A border is moved to the start of its line when only white space stands before it.
 */
export function splitHtml(lines: LineTable, firstLine: number): HtmlSplit {
  const start = lineStart(lines, firstLine);
  const { tags, runs } = readHtml(lines.text, start);
  const borders = findBorders(lines, tags, runs);
  return {
    blocks: blocksBetween(borders, start, lines.text.length),
    title: titleOf(lines, tags, runs),
    runs,
  };
}

function findBorders(
  lines: LineTable,
  tags: readonly HtmlTag[],
  runs: readonly TextRun[],
): readonly Border[] {
  const visible = createVisibleText(lines.text, runs);
  const borders: Border[] = [];
  let preDepth = 0;
  for (const [index, tag] of tags.entries()) {
    if (tag.name === "pre") preDepth = Math.max(0, preDepth + (tag.closing ? -1 : 1));
    else if (preDepth > 0) continue;
    const begins = HEADING_TAG.test(tag.name)
      ? headingBorder(lines, tag, () => visible(tag.end, headingEnd(lines, tags, index)))
      : blockBorder(lines, tag);
    if (begins !== "none") borders.push(begins);
  }
  return borders;
}

function blockBorder(lines: LineTable, tag: HtmlTag): Border | "none" {
  if (tag.closing || !BLOCK_TAGS.has(tag.name)) return "none";
  return { at: borderBefore(lines, tag.start), kind: kindOf(tag.name) };
}

function headingBorder(lines: LineTable, tag: HtmlTag, text: () => string): Border {
  if (tag.closing) return { at: borderAfter(lines, tag.end), kind: "prose" };
  const heading = { level: Number(tag.name[1]), text: tidyHeading(text()) };
  return { at: borderBefore(lines, tag.start), kind: "prose", heading };
}

/** The next heading tag of either sort, or the next block-level one: an unclosed heading ends somewhere sensible. */
function headingEnd(lines: LineTable, tags: readonly HtmlTag[], index: number): number {
  for (let at = index + 1; at < tags.length; at += 1) {
    const tag = tags[at];
    if (tag !== undefined && (HEADING_TAG.test(tag.name) || BLOCK_TAGS.has(tag.name)))
      return tag.start;
  }
  return lines.text.length;
}

function blocksBetween(borders: readonly Border[], start: number, end: number): readonly Block[] {
  const blocks: Block[] = [];
  let open: Border = { at: start, kind: "prose" };
  const close = (at: number): void => {
    if (at <= open.at) return;
    const { heading } = open;
    blocks.push({ start: open.at, end: at, kind: open.kind, ...(heading && { heading }) });
  };
  for (const border of borders) {
    const at = Math.max(border.at, open.at);
    close(at);
    // Of several borders at one place the heading is the one that matters, else the innermost.
    const keepsHeading =
      at === open.at && open.heading !== undefined && border.heading === undefined;
    if (!keepsHeading) open = { ...border, at };
  }
  close(end);
  return blocks;
}

function borderBefore(lines: LineTable, at: number): number {
  const start = lineStart(lines, lineIndexAt(lines, at));
  return isWhite(lines.text, start, at) ? start : at;
}

function borderAfter(lines: LineTable, at: number): number {
  if (at >= lines.text.length) return at;
  const end = lineStart(lines, lineIndexAt(lines, at) + 1);
  return isWhite(lines.text, at, end) ? end : at;
}

/** Gives up after a few characters: a border needs no megabyte of spaces looked through for every tag on the line. */
function isWhite(text: string, start: number, end: number): boolean {
  return end - start <= 200 && text.slice(start, end).trim() === "";
}

function kindOf(name: string): PassageKind {
  if (name === "pre") return "code";
  return name === "table" || name === "tr" ? "table" : "prose";
}

function titleOf(lines: LineTable, tags: readonly HtmlTag[], runs: readonly TextRun[]): string {
  const index = tags.findIndex((tag) => tag.name === "title" && !tag.closing);
  const tag = tags[index];
  if (tag === undefined) return "";
  const end = tags[index + 1]?.start ?? lines.text.length;
  return tidyHeading(createVisibleText(lines.text, runs)(tag.end, end));
}
