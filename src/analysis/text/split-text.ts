import type { ArtifactKind } from "../../model/artifact.ts";
import type { Block } from "./block.ts";
import { createVisibleText } from "./html-text.ts";
import { type LineTable, lineStart } from "./line-table.ts";
import { loadMarkdownParser } from "./markdown-parser.ts";
import { splitCode } from "./split-code.ts";
import { splitHtml } from "./split-html.ts";
import { splitMarkdown } from "./split-markdown.ts";
import { splitPlain } from "./split-plain.ts";
import { splitRst } from "./split-rst.ts";

/** A text's blocks, its title by markup or `""`, and how to read the words of a stretch of it. */
export interface TextSplit {
  readonly blocks: readonly Block[];
  readonly title: string;
  /** Ask in ascending order. */
  readonly wordsOf: (start: number, end: number) => string;
}

/** Splits a text by the rules of its kind. The lines above `firstLine` are front matter: one block of metadata. */
export async function splitText(
  kind: ArtifactKind,
  lines: LineTable,
  firstLine: number,
): Promise<TextSplit> {
  const split = await splitBody(kind, lines, firstLine);
  if (firstLine === 0) return split;
  const metadata: Block = { start: 0, end: lineStart(lines, firstLine), kind: "metadata" };
  return { ...split, blocks: [metadata, ...split.blocks] };
}

async function splitBody(
  kind: ArtifactKind,
  lines: LineTable,
  firstLine: number,
): Promise<TextSplit> {
  const wordsOf = (start: number, end: number): string => lines.text.slice(start, end);
  switch (kind) {
    case "markdown": {
      const blocks = splitMarkdown(lines, firstLine, await loadMarkdownParser());
      return { blocks, title: firstHeading(blocks), wordsOf };
    }
    case "rst": {
      const blocks = splitRst(lines, firstLine);
      return { blocks, title: firstHeading(blocks), wordsOf };
    }
    case "html": {
      const { blocks, title, runs } = splitHtml(lines, firstLine);
      return {
        blocks,
        title: title || firstHeading(blocks),
        wordsOf: createVisibleText(lines.text, runs),
      };
    }
    case "text":
      return { blocks: splitPlain(lines, firstLine), title: "", wordsOf };
    case "code":
      return { blocks: splitCode(lines, firstLine), title: "", wordsOf };
  }
}

/** The first heading of the outermost rank, else the first of any that says something. */
function firstHeading(blocks: readonly Block[]): string {
  let first = "";
  for (const { heading } of blocks) {
    if (heading === undefined || heading.text === "") continue;
    if (heading.level === 1) return heading.text;
    if (first === "") first = heading.text;
  }
  return first;
}
