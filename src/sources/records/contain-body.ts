import type MarkdownIt from "markdown-it";

/** Parses Markdown into blocks; loaded only when pages are rendered. */
export interface BlockParser {
  parse(text: string): readonly MarkdownBlock[];
}

export type MarkdownBlock = ReturnType<MarkdownIt["parse"]>[number];

/** Loads the parser. Only blocks matter here, so what stands inside a line is never looked at. */
export async function loadBlockParser(): Promise<BlockParser> {
  const { default: Parser } = await import("markdown-it");
  const parser = new Parser("commonmark");
  parser.core.ruler.enableOnly(["normalize", "block"]);
  return { parse: (text) => parser.parse(text, {}) };
}

/** A page's own headings are its module (1) and its records (2); a record's headings start below them. */
const OWN_LEVELS = 2;
const DEEPEST_LEVEL = 6;

/** A link definition with text right below it: parsers differ on what that text begins. */
const BLURRED_DEFINITION = /^[ >*+-]*\[[^\]\n]+\]:[^\n]*\n(?![ >*+-]*(?:\n|\[[^\]\n]+\]:|$))/m;

/**
 * Returns a record's body so that it cannot change the page around it. Its headings move two levels down (six is the deepest).
 * A body that leaves a code fence open, holds a block of HTML or is read differently by different parsers is quoted as a
 * whole, which ends it. A line that looks like the page's own statement of source dates is escaped: a body cannot date its page.
 */
export function containBody(body: string, parser: BlockParser): string {
  const lines = body
    .replace(/\r\n?/g, "\n")
    .replace(/^\n+|\s+$/g, "")
    .split("\n");
  const blocks = parser.parse(lines.join("\n"));
  for (const block of blocks) if (block.type === "heading_open") demoteHeading(lines, block);
  const text = lines
    .join("\n")
    .trimEnd()
    .replace(/(source snapshot range \(utc\)):/gi, "$1\\:");
  const isPlain = !blocks.some(({ type }) => type === "html_block");
  if (isPlain && !BLURRED_DEFINITION.test(text) && isContained(text, parser)) return text;
  return text.replace(/^/gm, "> ");
}

function demoteHeading(lines: string[], block: MarkdownBlock): void {
  const [start, end] = block.map ?? [0, 0];
  const level = Math.min(Number(block.tag.slice(1)) + OWN_LEVELS, DEEPEST_LEVEL);
  if (block.markup.startsWith("#")) {
    // Only list and quote marks stand before a heading's own.
    lines[start] = (lines[start] ?? "").replace(/#{1,6}(?=[ \t]|$)/, "#".repeat(level));
    return;
  }
  const underline = end - 1;
  if (block.level > 0) {
    lines[underline] = (lines[underline] ?? "").replace(/[=-]/, "\\$&");
    return;
  }
  const words = lines.slice(start, underline).map((line) => line.trim());
  lines[start] = `${"#".repeat(level)} ${escapeClosingMarks(words.join(" "))}`;
  lines.fill("", start + 1, end);
}

/** Returns whether a section put after the text is the first that a page would have from here on. */
function isContained(text: string, parser: BlockParser): boolean {
  const probeLine = text.split("\n").length + 1;
  const section = parser
    .parse(`${text}\n\n## next\n`)
    .find(({ type, tag }) => type === "heading_open" && Number(tag.slice(1)) <= OWN_LEVELS);
  return section?.map?.[0] === probeLine;
}

/** Marks at the end of a heading would be read as its closing: `C #` is titled `C #`. */
export function escapeClosingMarks(heading: string): string {
  return heading.replace(/#+$/, (marks) => marks.replaceAll("#", "\\#"));
}
