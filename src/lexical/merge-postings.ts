import { ByteWriter } from "./byte-writer.ts";
import { DamagedBlockError } from "./damaged-block-error.ts";
import { DEAD, type MergeInput } from "./merge-input.ts";
import { writePosting } from "./postings.ts";
import type { TermCursor } from "./term-cursor.ts";
import type { LiveHolder } from "./term-walk.ts";

/** Varints of postings end here at the latest. */
const MAX_FACTOR = 2 ** 35;

/** Terms that more than one in so many passages hold are common. */
const COMMON_SHARE = 16;

/** Merges the postings of one term after the other, from bytes to bytes. */
export class PostingMerger {
  /** What `merge` wrote last. */
  readonly written: ByteWriter = new ByteWriter(65_536);
  readonly #readers: readonly PostingReader[];
  readonly #running: PostingReader[] = [];

  /** By merged passage: count and impact of the term at hand; all zero between terms. */
  #table: Uint16Array | undefined;
  readonly #passageCount: number;
  readonly #posting: { count: number; impact: number } = { count: 0, impact: 0 };

  /** `passageCount` is that of the merged segment. */
  constructor(inputs: readonly MergeInput[], passageCount: number) {
    this.#readers = inputs.map((input) => new PostingReader(input));
    this.#passageCount = passageCount;
  }

  /** Writes a term's postings under the merged numbers of passages and returns how many live. */
  merge(holders: readonly LiveHolder[]): number {
    const { written } = this;
    const running = this.#running;
    written.clear();
    running.length = 0;
    for (const { cursor, input } of holders) {
      const reader = this.#readers[input] as PostingReader;
      reader.start(cursor);
      if (reader.passage !== DEAD) running.push(reader);
    }
    if (running.length > 1 && this.#isCommon(holders)) return this.#mergeCommon();
    let before = 0;
    let count = 0;
    while (running.length > 0) {
      const { reader, bound } = this.#smallest();
      // Documents of one input often follow each other.
      do {
        writePosting(written, reader.passage - before, reader);
        before = reader.passage;
        count++;
        reader.advance();
      } while (reader.passage < bound);
      if (reader.passage === DEAD) running.splice(running.indexOf(reader), 1);
    }
    return count;
  }

  #isCommon(holders: readonly LiveHolder[]): boolean {
    let postings = 0;
    for (const { cursor } of holders) postings += cursor.passageCount;
    return postings * COMMON_SHARE > this.#passageCount;
  }

  /** Puts the postings where their passages are and writes them in that order: to look for the smallest takes longer. */
  #mergeCommon(): number {
    this.#table ??= new Uint16Array(this.#passageCount);
    const table = this.#table;
    for (const reader of this.#running) {
      for (; reader.passage !== DEAD; reader.advance()) {
        table[reader.passage] = (reader.count << 8) | reader.impact;
      }
    }
    let before = 0;
    let count = 0;
    for (let passage = 0; passage < table.length; passage++) {
      const posting = table[passage] as number;
      if (posting === 0) continue;
      table[passage] = 0;
      this.#posting.count = posting >>> 8;
      this.#posting.impact = posting & 255;
      writePosting(this.written, passage - before, this.#posting);
      before = passage;
      count++;
    }
    return count;
  }

  /** The reader with the smallest passage, and the smallest passage of the others. */
  #smallest(): { readonly reader: PostingReader; readonly bound: number } {
    let reader = this.#running[0] as PostingReader;
    let bound = DEAD;
    for (let index = 1; index < this.#running.length; index++) {
      const other = this.#running[index] as PostingReader;
      if (other.passage < reader.passage) {
        bound = reader.passage;
        reader = other;
      } else if (other.passage < bound) bound = other.passage;
    }
    return { reader, bound };
  }
}

/** Reads one input's postings, those of live passages, each under its merged number. */
class PostingReader {
  /** The merged number of the passage it stands on; `DEAD` after the last. */
  passage = DEAD;
  count = 0;
  impact = 0;
  readonly #map: Uint32Array;
  #cursor: TermCursor | "none" = "none";
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  #left = 0;
  #before = 0;
  #isFirst = true;

  constructor({ passageMap }: MergeInput) {
    this.#map = passageMap;
  }

  /** Stands on the first live posting of the cursor's term. */
  start(cursor: TermCursor): void {
    this.#cursor = cursor;
    this.#bytes = cursor.postings;
    this.#at = cursor.postingStart;
    this.#end = cursor.postingEnd;
    this.#left = cursor.passageCount;
    this.#before = 0;
    this.#isFirst = true;
    this.advance();
  }

  advance(): void {
    do {
      if (this.#left === 0) {
        if (this.#at !== this.#end) this.#fail();
        this.passage = DEAD;
        return;
      }
      this.#left--;
      this.#readOne();
    } while (this.passage === DEAD);
  }

  #readOne(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    let byte = bytes[at++] as number;
    let twice = byte & 127;
    for (let factor = 128; byte > 127 && factor < MAX_FACTOR; factor *= 128) {
      byte = bytes[at++] as number;
      twice += (byte & 127) * factor;
    }
    const odd = twice & 1;
    const delta = (twice - odd) / 2;
    this.count = odd === 1 ? (bytes[at++] as number) : 1;
    this.impact = bytes[at++] as number;
    this.#at = at;
    const passage = this.#before + delta;
    // Of the first posting the delta is the passage itself; after it none is zero.
    const ascends = delta > 0 || this.#isFirst;
    if (!ascends || at > this.#end || passage >= this.#map.length) this.#fail();
    this.#isFirst = false;
    this.#before = passage;
    this.passage = this.#map[passage] as number;
  }

  #fail(): never {
    if (this.#cursor === "none") throw new RangeError("The reader was not started.");
    throw new DamagedBlockError(this.#cursor.postingOrigin);
  }
}
