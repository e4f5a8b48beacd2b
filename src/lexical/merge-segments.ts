import type { SegmentBlock } from "../ports/passage-index.ts";
import type { Liveness } from "./liveness.ts";
import { mergeDocuments } from "./merge-documents.ts";
import { mergeForms } from "./merge-forms.ts";
import { DEAD } from "./merge-input.ts";
import { mergeTerms } from "./merge-terms.ts";
import type { OpenSegment } from "./open-segment.ts";
import { SegmentWriter } from "./segment-writer.ts";

/**
 * Merges segments into one without the dead and without the texts. Walks the dictionaries twice and everything else
 * once; what it holds is one number a passage and a form, and the postings of one term.
 */
export async function* mergeSegments(
  segments: readonly { readonly segment: OpenSegment; readonly liveness: Liveness }[],
): AsyncIterable<SegmentBlock> {
  const inputs = segments.map(({ segment, liveness }) => {
    const passageMap = new Uint32Array(segment.meta.passageCount).fill(DEAD);
    return { segment, liveness, passageMap };
  });
  const writer = new SegmentWriter();
  const forms = await mergeForms(inputs);
  yield* mergeDocuments(inputs, forms.idMaps, writer);
  yield* mergeTerms(inputs, forms, writer);
  writer.finish(forms.formTerms);
  yield* writer.drain();
}
