import type { Token } from "markdown-it";
import { tidyHeading } from "./heading-text.ts";
import type { MarkdownEnvironment, MarkdownParser } from "./markdown-parser.ts";

/** Without one of these nothing is markup. */
const MARKUP = /[\\`*_[\]<>&!]/u;
/** Inline parsing is not linear on hostile input; a heading this long is cut to a fraction of it anyway. */
const MAX_INLINE_LENGTH = 2000;

/** Returns a heading's words: emphasis, links, ticks, tags and escapes gone, images as their alternative text. */
export function markdownHeadingText(
  content: string,
  parser: MarkdownParser,
  environment: MarkdownEnvironment,
): string {
  if (!MARKUP.test(content)) return tidyHeading(content);
  // Cut before a low surrogate rather than through a pair.
  const head = content.slice(0, MAX_INLINE_LENGTH).replace(/[\ud800-\udbff]$/, "");
  return tidyHeading(plainText(parser.parseInline(head, environment)));
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map(tokenText).join("");
}

function tokenText(token: Token): string {
  switch (token.type) {
    case "text":
    case "text_special":
    case "code_inline":
      return token.content;
    case "softbreak":
    case "hardbreak":
      return " ";
    case "image":
      return plainText(token.children ?? []);
    default:
      return "";
  }
}
