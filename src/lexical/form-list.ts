import { ByteReader } from "./byte-reader.ts";
import type { BlockOrigin } from "./damaged-block-error.ts";

/** The forms of one term, in memory that the next term reuses. What is written of a form stays bytes: equal bytes, equal forms. */
export class FormList {
  bytes: Uint8Array = new Uint8Array(0);
  count = 0;
  /** Where a form begins and ends as `writeForms` spells it, its number left out. */
  starts: Uint32Array = new Uint32Array(16);
  ends: Uint32Array = new Uint32Array(16);
  ids: Uint32Array = new Uint32Array(16);
  /** Passages that hold it, the dead included. */
  passageCounts: Uint32Array = new Uint32Array(16);
  #reader: ByteReader | "none" = "none";

  /** Says which bytes the next terms' forms are in. */
  readFrom(bytes: Uint8Array, origin: BlockOrigin): void {
    this.bytes = bytes;
    this.#reader = new ByteReader(bytes, origin);
  }

  /** Decodes the forms of a term. Numbers at or beyond `formEnd` are damage. */
  decode(start: number, end: number, formEnd: number): void {
    const reader = this.#reader;
    if (reader === "none") throw new RangeError("There is nothing to read from.");
    reader.seek(start);
    this.count = 0;
    while (reader.position < end) {
      if (this.count === this.ids.length) this.#grow();
      this.starts[this.count] = reader.position;
      reader.varint();
      const length = reader.count();
      reader.seek(reader.position + length);
      this.ends[this.count] = reader.position;
      const id = reader.varint();
      if (id >= formEnd) reader.fail();
      this.ids[this.count] = id;
      this.passageCounts[this.count++] = reader.varint();
    }
    if (reader.position !== end) reader.fail();
  }

  #grow(): void {
    const grow = (numbers: Uint32Array): Uint32Array => {
      const grown = new Uint32Array(2 * numbers.length);
      grown.set(numbers);
      return grown;
    };
    this.starts = grow(this.starts);
    this.ends = grow(this.ends);
    this.ids = grow(this.ids);
    this.passageCounts = grow(this.passageCounts);
  }
}
