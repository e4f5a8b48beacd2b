import type { PassageKind } from "../../model/passage.ts";
import type { Block } from "./block.ts";
import { cutBlock, type Piece } from "./cut-block.ts";
import { groupSections, type Section } from "./group-sections.ts";
import type { LineTable } from "./line-table.ts";
import type { Scale } from "./measure-text.ts";
import { MAX_QUARTER_TOKENS, MAX_TEXT_BYTES, TARGET_QUARTER_TOKENS } from "./passage-size.ts";

/** A heading up to this weight is kept with the block below it. */
const MAX_LEAD_QUARTER_TOKENS = 400;

/** A passage before its bytes are known. Offsets are UTF-16 code units of the decoded text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: PassageKind;
  readonly path: readonly string[];
  /** True when nothing but a heading of the first rank is in it. */
  readonly isBareTitle: boolean;
}

/** Turns blocks into the spans of passages, in order, tiling the text. Short sections stay passages of their own. */
export function packSections(
  blocks: readonly Block[],
  lines: LineTable,
  scale: Scale,
): readonly Span[] {
  const spans: Span[] = [];
  for (const section of groupSections(blocks)) {
    const pieces: Piece[] = [];
    for (const block of section.blocks) {
      for (const piece of cutBlock(block, lines, scale)) pieces.push(piece);
    }
    packPieces(pieces, section, spans);
  }
  return spans;
}

function packPieces(pieces: readonly Piece[], section: Section, spans: Span[]): void {
  let rest = pieces.reduce((sum, piece) => sum + piece.weight.quarterTokens, 0);
  let held: Piece[] = [];
  let quarterTokens = 0;
  let bytes = 0;
  for (const piece of pieces) {
    const { weight } = piece;
    const fits =
      bytes + weight.bytes <= MAX_TEXT_BYTES &&
      (quarterTokens + weight.quarterTokens <= TARGET_QUARTER_TOKENS ||
        quarterTokens + rest <= MAX_QUARTER_TOKENS ||
        isLead(held, quarterTokens));
    if (held.length > 0 && !fits) {
      spans.push(spanOf(held, section));
      held = [];
      quarterTokens = 0;
      bytes = 0;
    }
    held.push(piece);
    quarterTokens += weight.quarterTokens;
    bytes += weight.bytes;
    rest -= weight.quarterTokens;
  }
  if (held.length > 0) spans.push(spanOf(held, section));
}

function isLead(held: readonly Piece[], quarterTokens: number): boolean {
  return (
    quarterTokens <= MAX_LEAD_QUARTER_TOKENS &&
    held.every((piece) => piece.block.heading !== undefined)
  );
}

function spanOf(pieces: readonly Piece[], section: Section): Span {
  const start = pieces[0]?.start ?? 0;
  const end = pieces.at(-1)?.end ?? start;
  const isBareTitle = pieces.every((piece) => piece.block.heading?.level === 1);
  return { start, end, kind: kindOf(pieces), path: section.path, isBareTitle };
}

/** Code or table when everything below the heading is; a mixture is prose. */
function kindOf(pieces: readonly Piece[]): PassageKind {
  const kinds = new Set<PassageKind>();
  for (const { block } of pieces) {
    if (block.heading === undefined || block.kind !== "prose") kinds.add(block.kind);
  }
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? only : "prose";
}
