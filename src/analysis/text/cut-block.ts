import type { Block } from "./block.ts";
import { type LineTable, lineIndexAt, lineStart } from "./line-table.ts";
import { quarterTokensOf, type Scale, type Weight } from "./measure-text.ts";
import { MAX_QUARTER_TOKENS, MAX_TEXT_BYTES, TARGET_QUARTER_TOKENS } from "./passage-size.ts";

/** A block or a part of one, small enough to be a passage, with its weight. */
export interface Piece {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
  readonly weight: Weight;
}

/**
 * Cuts a block into pieces that fit a passage, in order, tiling it. A block of up to 500 tokens stays whole; a longer
 * one is cut at line borders near 400; a line over 4,093 bytes is cut after a space, or else between two code points.
 */
export function cutBlock(block: Block, lines: LineTable, scale: Scale): readonly Piece[] {
  const weight = scale(block.start, block.end);
  if (weight.quarterTokens <= MAX_QUARTER_TOKENS && weight.bytes <= MAX_TEXT_BYTES) {
    return [{ block, start: block.start, end: block.end, weight }];
  }
  const pieces: Piece[] = [];
  const push = (start: number, end: number): void => {
    if (end > start) pieces.push({ block, start, end, weight: scale(start, end) });
  };
  let start = block.start;
  let held = 0;
  for (let line = lineIndexAt(lines, block.start), at = block.start; at < block.end; line += 1) {
    const end = Math.min(lineStart(lines, line + 1), block.end);
    const { quarterTokens, bytes } = scale(at, end);
    if (held + quarterTokens > TARGET_QUARTER_TOKENS) {
      push(start, at);
      start = at;
      held = 0;
    }
    if (bytes > MAX_TEXT_BYTES) {
      for (const cut of cutLine(lines.text, at, end)) {
        push(start, cut);
        start = cut;
      }
      held = scale(start, end).quarterTokens;
    } else {
      held += quarterTokens;
    }
    at = end;
  }
  push(start, block.end);
  return pieces;
}

/** Offsets at which to cut one enormous line; its end is not among them. */
function cutLine(text: string, start: number, end: number): readonly number[] {
  const cuts: number[] = [];
  let from = start;
  let afterSpace = start;
  let held = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const cost = quarterTokensOf(code);
    if (held + cost > TARGET_QUARTER_TOKENS && isBetweenCodePoints(text, at)) {
      // A space in the first half would leave a stump; words that long are no words.
      const cut = afterSpace - from > (at - from) / 2 ? afterSpace : at;
      cuts.push(cut);
      at = cut;
      from = cut;
      afterSpace = cut;
      held = quarterTokensOf(text.charCodeAt(cut));
      continue;
    }
    held += cost;
    if (code === 0x20) afterSpace = at + 1;
  }
  return cuts;
}

/** False inside a surrogate pair, and inside CRLF, which is one terminator. */
function isBetweenCodePoints(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if ((code & 0xfc00) === 0xdc00) return false;
  return code !== 0x0a || text.charCodeAt(at - 1) !== 0x0d;
}
