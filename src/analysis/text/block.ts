import type { PassageKind } from "../../model/passage.ts";

/** A heading as the source ranks it: 1 is the outermost. `text` is plain, without markup, and may be empty. */
export interface Heading {
  readonly level: number;
  readonly text: string;
}

/**
 * The smallest stretch of text that is kept together where size allows: a paragraph, a list item, a fence, a heading
 * line. Offsets are UTF-16 code units of the decoded text, end exclusive. The blocks of a text tile it.
 */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly kind: PassageKind;
  /** Present on a block that opens a section. */
  readonly heading?: Heading;
  /** True on a block that never shares a passage with the one before it, although it opens no section. */
  readonly border?: boolean;
}
