import { FIRST_FORM } from "../analysis/form-table.ts";
import type { SegmentBlock } from "../ports/passage-index.ts";
import { ByteWriter } from "./byte-writer.ts";
import { DamagedBlockError } from "./damaged-block-error.ts";
import { compareDocuments, type DocumentRecord } from "./document-record.ts";
import { recordOf, recordRange } from "./document-table.ts";
import { FIELDS } from "./fields.ts";
import { ForwardWords } from "./forward-words.ts";
import { findNumber } from "./liveness.ts";
import type { MergeInput } from "./merge-input.ts";
import { type OpenSegment, passageEnd } from "./open-segment.ts";
import { fetchPassages } from "./passage-ranges.ts";
import type { SegmentWriter } from "./segment-writer.ts";

const BATCH = 512;

/** Writes the live documents of all inputs in order, numbering their passages anew. */
export async function* mergeDocuments(
  inputs: readonly MergeInput[],
  idMaps: readonly Uint32Array[],
  writer: SegmentWriter,
): AsyncIterable<SegmentBlock> {
  const cursors = inputs.map((input) => new DocumentCursor(input));
  for (const cursor of cursors) await cursor.advance();
  const copier = new PassageCopier(writer);
  for (;;) {
    const index = smallestDocument(cursors);
    const cursor = cursors[index];
    if (cursor === undefined || cursor.current === "end") return;
    writer.addDocument(cursor.current);
    const input = inputs[index] as MergeInput;
    const first = input.segment.firstPassages[cursor.number] as number;
    const end = passageEnd(input.segment, cursor.number);
    for (let from = first; from < end; from += BATCH) {
      const range = { from, end: Math.min(end, from + BATCH) };
      await copier.copy(input, idMaps[index] as Uint32Array, range);
      yield* writer.drain();
    }
    await cursor.advance();
  }
}

function smallestDocument(cursors: readonly DocumentCursor[]): number {
  let best = -1;
  let bestRecord: DocumentRecord | "none" = "none";
  cursors.forEach(({ current }, index) => {
    if (current === "end") return;
    if (bestRecord !== "none" && compareDocuments(current, bestRecord) >= 0) return;
    best = index;
    bestRecord = current;
  });
  return best;
}

/** Walks the live documents of a segment in order. */
class DocumentCursor {
  current: DocumentRecord | "end" = "end";
  number = -1;
  readonly #segment: OpenSegment;
  readonly #dead: Uint32Array;

  constructor(input: MergeInput) {
    this.#segment = input.segment;
    this.#dead = input.liveness.deadDocuments;
  }

  async advance(): Promise<void> {
    do this.number++;
    while (findNumber(this.#dead, this.number) >= 0);
    if (this.number >= this.#segment.meta.documentCount) {
      this.current = "end";
      return;
    }
    const fetched = await this.#segment.files.fetch([recordRange(this.#segment, this.number)]);
    this.current = recordOf(this.#segment, fetched, this.number);
  }
}

/** Copies forward records from one numbering of forms to another. */
class PassageCopier {
  readonly #writer: SegmentWriter;
  readonly #words: ForwardWords = new ForwardWords();
  readonly #record: ByteWriter = new ByteWriter();
  readonly #fields: ByteWriter = new ByteWriter();

  constructor(writer: SegmentWriter) {
    this.#writer = writer;
  }

  async copy(
    { segment, passageMap }: MergeInput,
    ids: Uint32Array,
    { from, end }: { readonly from: number; readonly end: number },
  ): Promise<void> {
    const passages = Array.from({ length: end - from }, (_, index) => from + index);
    const { fetched, ranges } = await fetchPassages(segment, passages);
    ranges.forEach((range, index) => {
      const origin = fetched.origin(range);
      this.#words.decode(fetched.bytes(range), segment.meta.formEnd, origin);
      if (!this.#encode(ids)) throw new DamagedBlockError(origin);
      passageMap[from + index] = this.#writer.passageCount;
      this.#writer.addPassage(this.#record.view());
    });
  }

  /** False when a live passage holds a form that only dead ones can. */
  #encode(ids: Uint32Array): boolean {
    this.#record.clear();
    this.#fields.clear();
    let at = 0;
    for (let field = 0; field < FIELDS.length; field++) {
      const before = this.#fields.length;
      for (const end = this.#words.fieldEnds[field] as number; at < end; at++) {
        const id = this.#words.ids[at] as number;
        const mapped = id < FIRST_FORM ? id : (ids[id] as number);
        if (id >= FIRST_FORM && mapped < FIRST_FORM) return false;
        this.#fields.varint(mapped);
      }
      if (field < FIELDS.length - 1) this.#record.varint(this.#fields.length - before);
    }
    this.#record.bytes(this.#fields.view());
    return true;
  }
}
