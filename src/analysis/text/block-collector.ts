import type { Block } from "./block.ts";
import { isBlankLine, type LineTable, lineStart } from "./line-table.ts";

/** What `BlockCollector.add` is told of a block beside its lines. */
export type BlockTraits = Pick<Block, "kind" | "heading" | "border">;

/** Collects the blocks of consecutive lines so that they tile the text. */
export interface BlockCollector {
  /** Adds lines `[from, to)`. Blank lines skipped since the last block join that block, other lines become prose. */
  add(from: number, to: number, traits: BlockTraits): void;
  /** Accounts for the lines up to the end of the text and returns all blocks. */
  finish(): readonly Block[];
}

/** Starts collecting at `firstLine`. */
export function createBlockCollector(lines: LineTable, firstLine: number): BlockCollector {
  const blocks: Block[] = [];
  let next = firstLine;
  let open: { from: number; traits: BlockTraits } | undefined;

  const close = (): void => {
    if (open === undefined) return;
    const start = lineStart(lines, open.from);
    blocks.push({ start, end: lineStart(lines, next), ...open.traits });
  };
  const begin = (from: number, to: number, traits: BlockTraits): void => {
    close();
    open = { from, traits };
    next = to;
  };
  const skipTo = (line: number): void => {
    let text = next;
    while (text < line && isBlankLine(lines, text)) text += 1;
    if (text < line) begin(open === undefined ? next : text, line, { kind: "prose" });
    // Blank lines above the first block have nothing to join but that block.
    else if (open !== undefined) next = line;
  };
  return {
    add(from, to, traits) {
      const start = Math.max(from, next);
      if (to <= start) return;
      skipTo(start);
      if (open !== undefined) close();
      open = { from: next, traits };
      next = to;
    },
    finish() {
      const count = lines.starts.length;
      skipTo(count);
      if (open === undefined && next < count) begin(next, count, { kind: "prose" });
      close();
      return blocks;
    },
  };
}
