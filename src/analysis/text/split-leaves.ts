import type { Token } from "markdown-it";
import {
  loadMarkdownParser,
  type MarkdownEnvironment,
  type MarkdownParser,
} from "./markdown-parser.ts";

/** Where something in a leaf leads, and the UTF-16 unit of the leaf's text it begins at. */
export interface LeafLink {
  readonly target: string;
  readonly at: number;
}

/** One of the innermost texts of a Markdown text: a paragraph, a heading, a row of a table, a block of code. */
export interface Leaf {
  readonly kind: "prose" | "heading" | "row" | "code";
  /** Whether it stands in a block quote. */
  readonly isQuoted: boolean;
  /** The words without markup, line for line as in the source. Code spans keep their ticks, and links are in brackets. */
  readonly text: string;
  /** 0-based line of the source that `text` begins on. */
  readonly line: number;
  /** Of its links. */
  readonly links: readonly LeafLink[];
}

/**
 * Splits a Markdown text into its leaves, in order. Marks of lists and quotes are gone, so that what somebody quoted over several
 * lines is one text again. What a fence names is a leaf before its code: a language, or a place. A promise only because the Markdown library is loaded when the first text needs it.
 */
export async function splitLeaves(text: string): Promise<readonly Leaf[]> {
  const parser = await loadMarkdownParser();
  const environment: MarkdownEnvironment = {};
  const source = text.replace(/\r\n?/g, "\n");
  const tokens = parser.parseBlocks(source, environment);
  const reading: Reading = { parser, environment, leaves: [], quotes: 0, row: "none", line: 0 };
  for (const [at, token] of tokens.entries()) read(reading, token, tokens[at - 1]);
  return reading.leaves;
}

interface Reading {
  readonly parser: MarkdownParser;
  readonly environment: MarkdownEnvironment;
  readonly leaves: Leaf[];
  quotes: number;
  /** The cells of the row that is being read. */
  row: { readonly kind: "heading" | "row"; readonly cells: InlineText[] } | "none";
  /** Of what was opened last and says where it stands. */
  line: number;
}

function read(reading: Reading, token: Token, before: Token | undefined): void {
  if (token.map !== null) reading.line = token.map[0];
  switch (token.type) {
    case "blockquote_open":
      reading.quotes += 1;
      return;
    case "blockquote_close":
      reading.quotes -= 1;
      return;
    case "tr_open":
      reading.row = { kind: before?.type === "thead_open" ? "heading" : "row", cells: [] };
      return;
    case "tr_close":
      closeRow(reading);
      return;
    case "inline":
    case "html_block":
      readInline(reading, token, before);
      return;
    case "fence":
    case "code_block":
      readCode(reading, token);
  }
}

function readInline(reading: Reading, token: Token, before: Token | undefined): void {
  const inline = visibleText(reading, token.content);
  if (reading.row !== "none") reading.row.cells.push(inline);
  else add(reading, before?.type === "heading_open" ? "heading" : "prose", inline);
}

function closeRow(reading: Reading): void {
  const { row } = reading;
  reading.row = "none";
  if (row === "none") return;
  const links: LeafLink[] = [];
  let text = "";
  for (const [nth, cell] of row.cells.entries()) {
    if (nth > 0) text += " | ";
    for (const { target, at } of cell.links) links.push({ target, at: text.length + at });
    text += cell.text;
  }
  add(reading, row.kind, { text, links });
}

function readCode(reading: Reading, { type, content, info }: Token): void {
  const named = placeIn(info.trim());
  if (named !== "") add(reading, "code", { text: named, links: [] });
  if (type === "fence") reading.line += 1;
  add(reading, "code", { text: content, links: [] });
}

/** `12:15:src/a.ts` is how one editor names the lines that a block of code is. */
function placeIn(info: string): string {
  const lines = /^(\d+):(\d+):(\S+)$/.exec(info);
  return lines === null ? info : `${lines[3]}:${lines[1]}-${lines[2]}`;
}

function add(reading: Reading, kind: Leaf["kind"], { text, links }: InlineText): void {
  const { line, quotes } = reading;
  reading.leaves.push({ kind, isQuoted: quotes > 0, text, line, links });
}

type InlineText = Pick<Leaf, "links" | "text">;

/** Inline parsing is not linear on hostile input; a paragraph this long is taken as it stands. */
const MAX_INLINE_LENGTH = 50_000;
/**
 * Stands for the end of a line while a text is parsed: white space to the parser, which would otherwise make a space of those in
 * code and lose count of the lines.
 */
const LINE_END = "\u2006";

function visibleText({ parser, environment }: Reading, content: string): InlineText {
  if (content.length > MAX_INLINE_LENGTH) return { text: content, links: [] };
  const marked = content.replaceAll(LINE_END, " ").replaceAll("\n", LINE_END);
  const links: LeafLink[] = [];
  let text = "";
  for (const token of parser.parseInline(marked, environment)) {
    if (token.type === "link_open") {
      links.push({ target: String(token.attrGet("href") ?? ""), at: text.length });
    }
    text += textOf(token);
  }
  return { text: text.replaceAll(LINE_END, "\n"), links };
}

function textOf(token: Token): string {
  switch (token.type) {
    case "text":
    case "text_special":
      return token.content;
    case "code_inline":
      return `\`${token.content}\``;
    case "link_open":
      return "[";
    case "link_close":
      return "]";
    case "image":
      return (token.children ?? []).map(textOf).join("");
    case "html_inline":
      return token.content.replace(/[^\u2006]+/g, "");
    default:
      return "";
  }
}
