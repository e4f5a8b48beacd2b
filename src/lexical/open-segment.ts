import type { LiveSegment } from "../ports/passage-index.ts";
import type { ByteReader } from "./byte-reader.ts";
import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";
import type { DocumentRecord } from "./document-record.ts";
import { RecentMap } from "./recent-map.ts";
import type { FileRange, SegmentFiles } from "./segment-files.ts";
import { decodeMeta, type FileName, type SegmentMeta } from "./segment-format.ts";
import type { FoundTerm } from "./term-entry.ts";

/** What of a segment every question needs, decoded once. */
export interface OpenSegment {
  readonly files: SegmentFiles;
  readonly meta: SegmentMeta;
  /** Per document, ascending. */
  readonly firstPassages: Uint32Array;
  /** Per document and once more at the end: where its record begins. */
  readonly recordOffsets: Uint32Array;
  /** Per document: words in its headings and bodies. */
  readonly proseCounts: Uint32Array;
  /** Per page of `terms`: its first term and that term's number. */
  readonly pageTerms: readonly string[];
  readonly pageOrdinals: readonly number[];
  /** Records and terms decoded lately. */
  readonly records: RecentMap<number, DocumentRecord>;
  readonly terms: RecentMap<string, FoundTerm | "none">;
}

const MAX_REMEMBERED = 8192;
// Counts in a damaged meta block must not become allocations.
const MAX_COUNT = 2 ** 31;
const MAX_FILE_BYTES = 2 ** 36;

/** Reads a segment's tables. Throws `DamagedBlockError` when they do not decode or contradict the source. */
export async function openSegment(live: LiveSegment, files: SegmentFiles): Promise<OpenSegment> {
  const origin: BlockOrigin = { segmentId: live.id, kind: "meta", number: 0 };
  const head = await files.fetch([{ file: "meta", start: 0, length: 1 }]);
  const meta = decodeMeta(head.block("meta", 0), origin);
  const fits =
    meta.documentCount === live.documentCount &&
    meta.passageCount === live.passageCount &&
    Object.values(meta).every((value) => value < MAX_FILE_BYTES) &&
    Math.max(meta.formEnd, meta.termCount, meta.termPages, meta.termIndexBytes) < MAX_COUNT;
  if (!fits) throw new DamagedBlockError(origin);
  const index = wholeFile("document-index", 12 * meta.documentCount);
  const pages = wholeFile("term-index", meta.termIndexBytes);
  const fetched = await files.fetch([index, pages]);
  const rows = toUint32(fetched.bytes(index));
  const firstPassages = new Uint32Array(meta.documentCount);
  const recordOffsets = new Uint32Array(meta.documentCount + 1);
  const proseCounts = new Uint32Array(meta.documentCount);
  for (let document = 0; document < meta.documentCount; document++) {
    firstPassages[document] = rows[3 * document] as number;
    recordOffsets[document] = rows[3 * document + 1] as number;
    proseCounts[document] = rows[3 * document + 2] as number;
  }
  recordOffsets[meta.documentCount] = meta.documentBytes;
  const ascends =
    isAscending(firstPassages, meta.passageCount) && isAscending(recordOffsets, meta.documentBytes);
  if (!ascends) throw new DamagedBlockError(fetched.origin(index));
  return {
    files,
    meta,
    firstPassages,
    recordOffsets,
    proseCounts,
    records: new RecentMap(MAX_REMEMBERED),
    terms: new RecentMap(MAX_REMEMBERED),
    ...readPages(fetched.reader(pages), meta.termPages),
  };
}

/** A range over all of a file. */
export function wholeFile(file: FileName, length: number): FileRange {
  return { file, start: 0, length };
}

/** The little-endian number at a place that is known to be within. */
export function uint32At(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
  const high = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8);
  return low + high * 65_536;
}

/** Little-endian numbers from bytes, whatever the machine's own order. */
export function toUint32(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Uint32Array(bytes.byteLength >>> 2);
  for (let index = 0; index < numbers.length; index++) {
    numbers[index] = view.getUint32(4 * index, true);
  }
  return numbers;
}

/** The document that holds a passage. */
export function documentOf(segment: OpenSegment, passage: number): number {
  const firsts = segment.firstPassages;
  let low = 0;
  let high = firsts.length;
  // The last document that starts at or before the passage: one without passages starts where the next does.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] as number) <= passage) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** One past the last passage of a document. */
export function passageEnd(segment: OpenSegment, document: number): number {
  return segment.firstPassages[document + 1] ?? segment.meta.passageCount;
}

function isAscending(numbers: Uint32Array, end: number): boolean {
  let before = 0;
  for (const number of numbers) {
    if (number < before) return false;
    before = number;
  }
  return before <= end;
}

function readPages(
  reader: ByteReader,
  count: number,
): { readonly pageTerms: readonly string[]; readonly pageOrdinals: readonly number[] } {
  const pageTerms: string[] = [];
  const pageOrdinals: number[] = [];
  while (!reader.atEnd) {
    pageTerms.push(reader.string());
    pageOrdinals.push(reader.varint());
  }
  if (pageTerms.length !== count) reader.fail();
  return { pageTerms, pageOrdinals };
}
