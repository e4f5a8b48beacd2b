import type { Block } from "./block.ts";
import { isBlankLine, type LineTable, lineStart } from "./line-table.ts";

const FORM_FEED = 0x0c;

/**
 * Splits plain text into blocks at blank lines. A form feed at the start of a line is a border that no passage crosses;
 * inside a line it is a character like any other, because a passage is cited by whole lines.
 */
export function splitPlain(lines: LineTable, firstLine: number): readonly Block[] {
  const blocks: Block[] = [];
  const { text } = lines;
  let start = lineStart(lines, firstLine);
  let border = false;
  let afterBlank = false;
  let filled = false;
  const close = (end: number): void => {
    if (end > start) blocks.push({ start, end, kind: "prose", ...(border ? { border } : {}) });
    start = end;
  };
  for (let line = firstLine; line < lines.starts.length; line += 1) {
    const at = lineStart(lines, line);
    const blank = isBlankLine(lines, line);
    const isFed = text.charCodeAt(at) === FORM_FEED;
    if (isFed || (!blank && afterBlank && filled)) {
      close(at);
      border = isFed;
      filled = false;
    }
    filled = filled || !blank;
    afterBlank = blank;
  }
  close(text.length);
  return blocks;
}
