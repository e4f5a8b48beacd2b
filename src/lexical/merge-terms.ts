import type { SegmentBlock } from "../ports/passage-index.ts";
import { ByteWriter } from "./byte-writer.ts";
import { type LiveHolder, type MergedForms, unionForms, walkLiveTerms } from "./merge-forms.ts";
import { DEAD, type MergeInput } from "./merge-input.ts";
import { type Postings, writePosting } from "./postings.ts";
import type { SegmentWriter } from "./segment-writer.ts";
import type { TermForm } from "./term-entry.ts";

/** Writes the live terms of all inputs, their postings under the merged numbers of passages. */
export async function* mergeTerms(
  inputs: readonly MergeInput[],
  forms: MergedForms,
  writer: SegmentWriter,
): AsyncIterable<SegmentBlock> {
  const encoded = new ByteWriter(65_536);
  for await (const { holders, term } of walkLiveTerms(inputs, { withPostings: true })) {
    const lists: Postings[] = [];
    for (const { input, cursor } of holders) {
      const postings = cursor.postings();
      // Waiting for what is there already would take longer than merging a rare term.
      const held = postings instanceof Promise ? await postings : postings;
      lists.push(renumber(held, (inputs[input] as MergeInput).passageMap));
    }
    encoded.clear();
    const passageCount = writeMerged(encoded, lists);
    const content = { term, passageCount, forms: mergedForms(holders, forms) };
    writer.addTerm({ ...content, postings: encoded.view() });
    yield* writer.drain();
  }
}

function mergedForms(holders: readonly LiveHolder[], { idMaps }: MergedForms): readonly TermForm[] {
  return unionForms(holders).map(({ form, passageCount, uses }) => {
    const use = uses[0];
    const id = use === undefined ? 0 : (idMaps[use.input]?.[use.id] ?? 0);
    return { form, id, passageCount };
  });
}

/** Drops dead passages and gives the rest their merged numbers, in place: the decoded list is nobody else's. */
function renumber(postings: Postings, map: Uint32Array): Postings {
  const { passages, impacts, counts, maxImpact } = postings;
  let kept = 0;
  for (let index = 0; index < passages.length; index++) {
    const passage = map[passages[index] as number] as number;
    if (passage === DEAD) continue;
    passages[kept] = passage;
    impacts[kept] = impacts[index] as number;
    counts[kept++] = counts[index] as number;
  }
  return {
    passages: passages.subarray(0, kept),
    impacts: impacts.subarray(0, kept),
    counts: counts.subarray(0, kept),
    maxImpact,
  };
}

function writeMerged(writer: ByteWriter, lists: readonly Postings[]): number {
  const places = lists.map(() => 0);
  let before = 0;
  let written = 0;
  for (;;) {
    let best = -1;
    let passage = DEAD;
    for (let list = 0; list < lists.length; list++) {
      const head = lists[list]?.passages[places[list] as number];
      if (head !== undefined && head < passage) {
        best = list;
        passage = head;
      }
    }
    const postings = lists[best];
    if (postings === undefined) return written;
    const place = places[best] as number;
    const count = postings.counts[place] as number;
    writePosting(writer, passage - before, { count, impact: postings.impacts[place] as number });
    places[best] = place + 1;
    before = passage;
    written++;
  }
}
