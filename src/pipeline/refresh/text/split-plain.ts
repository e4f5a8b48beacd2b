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
  for (let line = firstLine; line < lines.starts.length; line += 1) {
    const at = lineStart(lines, line);
    const end = lineStart(lines, line + 1);
    const blank = isBlankLine(lines, line);
    if (!blank && afterBlank && filled) close(at);
    for (
      let feed = text.indexOf("\f", at);
      feed >= 0 && feed < end;
      feed = text.indexOf("\f", feed + 1)
    ) {
      close(feed);
      border = true;
    }
    filled = filled || !blank;
    afterBlank = blank;
  }
  close(text.length);
  return blocks;
}
