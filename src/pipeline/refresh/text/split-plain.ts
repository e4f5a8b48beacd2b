import type { Block } from "./block.ts";
import { isBlankLine, type LineTable, lineStart } from "./line-table.ts";

/** Splits plain text into blocks at blank lines. A form feed is a border that no passage crosses. */
export function splitPlain(lines: LineTable, firstLine: number): readonly Block[] {
  const blocks: Block[] = [];
  const { text } = lines;
  let start = lineStart(lines, firstLine);
  let border = false;
  const close = (end: number): void => {
    if (end > start) blocks.push({ start, end, kind: "prose", ...(border ? { border } : {}) });
    start = Math.max(start, end);
    border = false;
  };
  let afterBlank = false;
  let filled = false;
  let feed = text.indexOf("\f", start);
  for (let line = firstLine; line < lines.starts.length; line += 1) {
    const blank = isBlankLine(lines, line);
    if (!blank && afterBlank && filled) close(lineStart(lines, line));
    for (const end = lineStart(lines, line + 1); feed >= 0 && feed < end; ) {
      close(feed);
      border = true;
      feed = text.indexOf("\f", feed + 1);
    }
    filled = filled || !blank;
    afterBlank = blank;
  }
  close(text.length);
  return blocks;
}
