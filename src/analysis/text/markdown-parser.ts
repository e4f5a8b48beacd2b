import type MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";

/** Link definitions of one text, filled while its blocks are parsed and used by its headings. */
export type MarkdownEnvironment = Record<string, unknown>;

/** The two things asked of the Markdown library. Its own types do not leave this folder. */
export interface MarkdownParser {
  /** Block tokens of `source`, whose lines must end in LF alone; nothing inline is parsed. */
  parseBlocks(source: string, environment: MarkdownEnvironment): readonly Token[];
  /** Inline tokens of one heading's content. */
  parseInline(content: string, environment: MarkdownEnvironment): readonly Token[];
}

/**
 * Lists and quotes nested deeper than this are not looked into. The library stops reading where the limit is met, so
 * its own default of 20 would lose the headings behind a deeply nested list.
 */
const MAX_NESTING = 1000;

let loading: Promise<MarkdownParser> | undefined;

/** Loads the parser once, when the first Markdown text needs it: searching must not pay for it. */
export function loadMarkdownParser(): Promise<MarkdownParser> {
  loading ??= import("markdown-it").then((library) =>
    createParser(new library.default("commonmark")),
  );
  return loading;
}

function createParser(markdown: MarkdownIt): MarkdownParser {
  Object.assign(markdown.options, { maxNesting: MAX_NESTING });
  markdown.enable("table");
  // Nobody looks at where a link leads here, and parsing every address is a tenth of the work.
  markdown.normalizeLink = (url) => url;
  markdown.validateLink = () => true;
  return {
    parseBlocks(source, environment) {
      const tokens: Token[] = [];
      markdown.block.parse(source, markdown, environment, tokens);
      return tokens;
    },
    parseInline(content, environment) {
      const tokens: Token[] = [];
      markdown.inline.parse(content, markdown, environment, tokens);
      return tokens;
    },
  };
}
