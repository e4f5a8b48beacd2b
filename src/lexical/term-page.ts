import { ByteReader } from "./byte-reader.ts";
import type { BlockOrigin } from "./damaged-block-error.ts";
import type { SegmentMeta } from "./segment-format.ts";
import { readTerm, type TermEntry } from "./term-entry.ts";

/** A page of `terms`: entries found by halving, or read in order. */
export class TermPage {
  readonly count: number;
  readonly #bytes: Uint8Array;
  readonly #origin: BlockOrigin;
  readonly #meta: SegmentMeta;

  constructor(bytes: Uint8Array, origin: BlockOrigin, meta: SegmentMeta) {
    this.#bytes = bytes;
    this.#origin = origin;
    this.#meta = meta;
    this.count = this.#uint16(0);
  }

  /** The entry at a place in the page. */
  entry(index: number): TermEntry {
    const reader = this.#readerAt(index);
    const entry = readTerm(reader);
    const { postingBytes, formBytes, passageCount } = this.#meta;
    const fits =
      entry.postingOffset + entry.postingBytes <= postingBytes &&
      entry.formOffset + entry.formBytes <= formBytes &&
      entry.passageCount <= passageCount;
    // What points out of its file must not become a read without end.
    if (!fits) reader.fail();
    return entry;
  }

  /** The place of a term, or `"none"`. */
  find(term: string): number | "none" {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#readerAt(middle).string();
      if (found === term) return middle;
      if (found < term) low = middle + 1;
      else high = middle;
    }
    return "none";
  }

  #readerAt(index: number): ByteReader {
    return new ByteReader(this.#bytes, this.#origin, this.#uint16(2 + 2 * index));
  }

  #uint16(at: number): number {
    const low = this.#bytes[at];
    const high = this.#bytes[at + 1];
    if (low === undefined || high === undefined) {
      return new ByteReader(this.#bytes, this.#origin).fail();
    }
    return low | (high << 8);
  }
}
