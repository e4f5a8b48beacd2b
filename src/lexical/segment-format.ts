import { ANALYZER_VERSION } from "../analysis/analyzer-version.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { BlockOrigin } from "./damaged-block-error.ts";

/**
 * A segment is a set of files cut into blocks. Numbers are little-endian, varints LEB128, strings UTF-8 with their
 * byte length before them. Documents are numbered in order of artifact, their passages in order of the text.
 *
 * | file | what is in it |
 * |---|---|
 * | `meta` | one block: analyzer version and `SegmentMeta` as varints |
 * | `documents` | a stream of `DocumentRecord`s |
 * | `document-index` | per document: first passage, offset in `documents`, words of its headings and bodies (uint32 each) |
 * | `passages` | per passage and once more at the end: offset in `forward` (uint32) |
 * | `forward` | per passage: byte lengths of title, path, heading; then these and the body as form ids (varints; 0 = the next id lies over the word before, 1 = a border) |
 * | `terms` | pages of sorted terms, each page one block: count, entry offsets (uint16 each), `TermEntry`s |
 * | `term-index` | per page: its first term and that term's number |
 * | `forms` | per term: its forms as (units shared with the term, rest, form id, passages holding it when it was written) |
 * | `form-terms` | per form id from `FIRST_FORM` on: the number of its term (uint32) |
 * | `postings` | per term: varint of twice (passage minus the one before), plus 1 when a byte with its count in heading and body follows (else that is 1); byte impact |
 */
export const FILE_BLOCK_BYTES = {
  meta: 65_536,
  documents: 16_384,
  "document-index": 65_536,
  passages: 65_536,
  // Stage two reads a hundred passages from anywhere: small rows keep a cold read small.
  forward: 8_192,
  terms: 16_384,
  "term-index": 65_536,
  forms: 16_384,
  "form-terms": 65_536,
  postings: 65_536,
} as const;

export type FileName = keyof typeof FILE_BLOCK_BYTES;

/** How many of what a segment holds, and how long its files are. */
export interface SegmentMeta {
  readonly documentCount: number;
  readonly passageCount: number;
  readonly termCount: number;
  readonly termPages: number;
  /** One past the largest form id. */
  readonly formEnd: number;
  /** Words with a position, over all passages and fields. */
  readonly tokenCount: number;
  readonly documentBytes: number;
  readonly forwardBytes: number;
  readonly termIndexBytes: number;
  readonly formBytes: number;
  readonly postingBytes: number;
}

const META_FIELDS: readonly (keyof SegmentMeta)[] = [
  "documentCount",
  "passageCount",
  "termCount",
  "termPages",
  "formEnd",
  "tokenCount",
  "documentBytes",
  "forwardBytes",
  "termIndexBytes",
  "formBytes",
  "postingBytes",
];

/** Returns the `meta` block of a segment. */
export function encodeMeta(meta: SegmentMeta): Uint8Array {
  const writer = new ByteWriter();
  writer.string(ANALYZER_VERSION);
  for (const field of META_FIELDS) writer.varint(meta[field]);
  return writer.view().slice();
}

/** Reads a `meta` block. One of another analyzer version is as useless as a damaged one, and treated alike. */
export function decodeMeta(bytes: Uint8Array, origin: BlockOrigin): SegmentMeta {
  const reader = new ByteReader(bytes, origin);
  if (reader.string() !== ANALYZER_VERSION) reader.fail();
  const meta = Object.fromEntries(META_FIELDS.map((field) => [field, reader.varint()]));
  return meta as unknown as SegmentMeta;
}
