import type { Token } from "markdown-it";
import type { PassageKind } from "../../model/passage.ts";
import type { Block } from "./block.ts";
import { createBlockCollector } from "./block-collector.ts";
import { type LineTable, lineStart } from "./line-table.ts";
import { markdownHeadingText } from "./markdown-heading-text.ts";
import type { MarkdownEnvironment, MarkdownParser } from "./markdown-parser.ts";

/**
 * Splits Markdown from `firstLine` on into its CommonMark blocks (and pipe tables). Only a heading at the top level,
 * ATX or setext, opens a section; one in a list, a quote, a fence or a comment is text. Each item of a list is a block.
 */
export function splitMarkdown(
  lines: LineTable,
  firstLine: number,
  parser: MarkdownParser,
): readonly Block[] {
  const environment: MarkdownEnvironment = {};
  const tokens = parser.parseBlocks(sourceFrom(lines, firstLine), environment);
  const blocks = createBlockCollector(lines, firstLine);
  for (const [at, token] of tokens.entries()) {
    if (token.map === null || !isBlock(token)) continue;
    const [from, to] = [firstLine + token.map[0], firstLine + token.map[1]];
    if (token.type !== "heading_open") {
      blocks.add(from, to, { kind: kindOf(token) });
      continue;
    }
    const level = Number(token.tag.slice(1));
    const text = markdownHeadingText(tokens[at + 1]?.content ?? "", parser, environment);
    blocks.add(from, to, { kind: "prose", heading: { level, text } });
  }
  return blocks.finish();
}

/** The parser counts LF alone. Replacing every terminator by one LF keeps its line numbers ours. */
function sourceFrom(lines: LineTable, firstLine: number): string {
  const source = lines.text.slice(lineStart(lines, firstLine));
  return source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
}

/** Top-level blocks, and items of top-level lists in place of the list. */
function isBlock(token: Token): boolean {
  if (token.nesting < 0) return false;
  if (token.level === 1) return token.type === "list_item_open";
  return token.level === 0 && !token.type.endsWith("_list_open");
}

function kindOf(token: Token): PassageKind {
  if (token.type === "fence" || token.type === "code_block") return "code";
  return token.type === "table_open" ? "table" : "prose";
}
