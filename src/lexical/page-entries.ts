import { ByteReader } from "./byte-reader.ts";
import type { BlockOrigin } from "./damaged-block-error.ts";
import type { SegmentMeta } from "./segment-format.ts";

/** The entries of one page of `terms` side by side, in memory that the next page reuses. Terms stay bytes of the page. */
export class PageEntries {
  bytes: Uint8Array = new Uint8Array(0);
  count = 0;
  /** Where an entry begins, with the byte length of its term; the term itself follows. */
  entryStarts: Uint32Array = new Uint32Array(0);
  termStarts: Uint32Array = new Uint32Array(0);
  termEnds: Uint32Array = new Uint32Array(0);
  passageCounts: Uint32Array = new Uint32Array(0);
  /** Offsets can pass 2^32. */
  postingStarts: Float64Array = new Float64Array(0);
  postingEnds: Float64Array = new Float64Array(0);
  formStarts: Float64Array = new Float64Array(0);
  formEnds: Float64Array = new Float64Array(0);

  /** Decodes a page. What points out of its file, or does not follow the entry before, is damage. */
  decode(bytes: Uint8Array, origin: BlockOrigin, meta: SegmentMeta): void {
    const reader = new ByteReader(bytes, origin);
    this.bytes = bytes;
    this.count = reader.uint16();
    if (this.count > this.termStarts.length) this.#grow(this.count);
    let [postingEnd, formEnd] = [-1, -1];
    for (let index = 0; index < this.count; index++) {
      reader.seek(2 + 2 * index);
      reader.seek(reader.uint16());
      this.entryStarts[index] = reader.position;
      const length = reader.count();
      this.termStarts[index] = reader.position;
      reader.seek(reader.position + length);
      this.termEnds[index] = reader.position;
      const passageCount = reader.varint();
      this.passageCounts[index] = passageCount;
      const postingStart = reader.varint();
      if (index > 0 && postingStart !== postingEnd) reader.fail();
      postingEnd = postingStart + reader.varint();
      this.postingStarts[index] = postingStart;
      this.postingEnds[index] = postingEnd;
      const formStart = reader.varint();
      if (index > 0 && formStart !== formEnd) reader.fail();
      formEnd = formStart + reader.varint();
      this.formStarts[index] = formStart;
      this.formEnds[index] = formEnd;
      if (passageCount > meta.passageCount) reader.fail();
    }
    // A read of what a damaged page points to would have no end.
    if (postingEnd > meta.postingBytes || formEnd > meta.formBytes) reader.fail();
  }

  #grow(count: number): void {
    this.entryStarts = new Uint32Array(count);
    this.termStarts = new Uint32Array(count);
    this.termEnds = new Uint32Array(count);
    this.passageCounts = new Uint32Array(count);
    this.postingStarts = new Float64Array(count);
    this.postingEnds = new Float64Array(count);
    this.formStarts = new Float64Array(count);
    this.formEnds = new Float64Array(count);
  }
}
