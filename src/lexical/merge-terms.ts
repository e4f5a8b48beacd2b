import type { SegmentBlock } from "../ports/passage-index.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { MergedForms } from "./merge-forms.ts";
import type { MergeInput } from "./merge-input.ts";
import { PostingMerger } from "./merge-postings.ts";
import type { SegmentWriter } from "./segment-writer.ts";
import { type LiveHolder, TermWalk } from "./term-walk.ts";

/** Writes the live terms of all inputs, their postings under the merged numbers of passages. */
export async function* mergeTerms(
  inputs: readonly MergeInput[],
  forms: MergedForms,
  writer: SegmentWriter,
): AsyncIterable<SegmentBlock> {
  const merger = new PostingMerger(inputs, writer.passageCount);
  const formWriter = new FormWriter(forms);
  const walk = new TermWalk(inputs, { withPostings: true });
  for (let step = walk.next(); step !== "end"; step = walk.next()) {
    if (step === "load") {
      yield* writer.drain();
      await walk.load();
      continue;
    }
    const [first] = walk.holders;
    if (first === undefined) continue;
    const passageCount = merger.merge(walk.holders);
    writer.addTerm({
      term: first.cursor.written,
      passageCount,
      forms: formWriter.write(walk.holders),
      postings: merger.written,
    });
  }
}

/** Writes the forms of a term, those that several inputs have once. */
class FormWriter {
  readonly #idMaps: readonly Uint32Array[];
  readonly #bytes: ByteWriter = new ByteWriter();
  #ids: Uint32Array = new Uint32Array(16);

  constructor({ idMaps }: MergedForms) {
    this.#idMaps = idMaps;
  }

  write(holders: readonly LiveHolder[]): ByteWriter {
    this.#bytes.clear();
    let count = 0;
    for (const { cursor } of holders) {
      cursor.decodeForms();
      count += cursor.forms.count;
    }
    if (count > this.#ids.length) this.#ids = new Uint32Array(2 * count);
    let written = 0;
    for (let index = 0; index < holders.length; index++) {
      const { cursor, input } = holders[index] as LiveHolder;
      const map = this.#idMaps[input] as Uint32Array;
      for (let form = 0; form < cursor.forms.count; form++) {
        const id = map[cursor.forms.ids[form] as number] as number;
        if (index > 0 && this.#isWritten(id, written)) continue;
        this.#ids[written++] = id;
        this.#write({ holders, index, form, id });
      }
    }
    return this.#bytes;
  }

  #isWritten(id: number, written: number): boolean {
    for (let at = 0; at < written; at++) if (this.#ids[at] === id) return true;
    return false;
  }

  #write(of: {
    readonly holders: readonly LiveHolder[];
    readonly index: number;
    readonly form: number;
    readonly id: number;
  }): void {
    const { form, holders, id, index } = of;
    const { bytes, ends, passageCounts, starts } = (holders[index] as LiveHolder).cursor.forms;
    let passageCount = passageCounts[form] as number;
    for (let later = index + 1; later < holders.length; later++) {
      passageCount += this.#countIn(holders[later] as LiveHolder, id);
    }
    this.#bytes.span({ bytes, start: starts[form] as number, end: ends[form] as number });
    this.#bytes.varint(id);
    this.#bytes.varint(passageCount);
  }

  #countIn({ cursor, input }: LiveHolder, id: number): number {
    const map = this.#idMaps[input] as Uint32Array;
    const { count, ids, passageCounts } = cursor.forms;
    for (let form = 0; form < count; form++) {
      if (map[ids[form] as number] === id) return passageCounts[form] as number;
    }
    return 0;
  }
}
