/** What a passage holds. `metadata` (front matter) is citable and counted, but its words are not prose. */
export type PassageKind = "prose" | "code" | "table" | "metadata";

/**
 * A contiguous byte range of one artifact version under one heading path: the unit of index and of citation.
 * The passages of a version tile its bytes: none is lost and none is in two.
 */
export interface Passage {
  /** 0-based, in order of the text. */
  readonly position: number;
  readonly kind: PassageKind;
  /** Headings from the outermost to the passage's own, without markup; empty above the first heading. */
  readonly headingPath: readonly string[];
  /** Byte range of the exact artifact bytes, end exclusive. */
  readonly startByte: number;
  readonly endByte: number;
  /** 1-based, inclusive. A passage that ends within a line still names that line. */
  readonly startLine: number;
  readonly endLine: number;
  /** sha256 of the bytes, 64 lowercase hex digits: checked again whenever the passage is returned (CIT-04). */
  readonly sha256: string;
}
