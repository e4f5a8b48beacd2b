import type { ArtifactRef } from "../model/artifact.ts";
import { locateDocuments } from "./locate-documents.ts";
import type { OpenSegment } from "./open-segment.ts";

/**
 * Returns for each reference the documents of a segment that have it, one for each version; most often one or none. All
 * references are sought at once, by halving: what they look at together is read once.
 */
export async function findByArtifact(
  segment: OpenSegment,
  refs: readonly ArtifactRef[],
): Promise<readonly (readonly number[])[]> {
  const { documentCount } = segment.meta;
  const names = new Map<number, ArtifactRef>();
  const low = refs.map(() => 0);
  const high = refs.map(() => documentCount);
  for (;;) {
    const open = low.flatMap((from, index) => (from < (high[index] as number) ? [index] : []));
    if (open.length === 0) break;
    const middleOf = (index: number): number =>
      ((low[index] as number) + (high[index] as number)) >>> 1;
    await readNames(segment, open.map(middleOf), names);
    for (const index of open) {
      const middle = middleOf(index);
      if ((names.get(middle) as string) < (refs[index] as string)) low[index] = middle + 1;
      else high[index] = middle;
    }
  }
  return followEqual(segment, { refs, firsts: low, names });
}

async function readNames(
  segment: OpenSegment,
  documents: readonly number[],
  names: Map<number, ArtifactRef>,
): Promise<void> {
  const unknown = [...new Set(documents)].filter((document) => !names.has(document));
  const records = await locateDocuments(segment, unknown);
  records.forEach(({ artifact }, index) => {
    names.set(unknown[index] as number, artifact);
  });
}

/** From the first document that is not before a reference on: all that have it. */
async function followEqual(
  segment: OpenSegment,
  {
    refs,
    firsts,
    names,
  }: {
    readonly refs: readonly ArtifactRef[];
    readonly firsts: readonly number[];
    readonly names: Map<number, ArtifactRef>;
  },
): Promise<readonly (readonly number[])[]> {
  const found: number[][] = refs.map(() => []);
  let next = firsts.map((first, index) => ({ index, document: first }));
  while (next.length > 0) {
    const within = next.filter(({ document }) => document < segment.meta.documentCount);
    await readNames(
      segment,
      within.map(({ document }) => document),
      names,
    );
    const equal = within.filter(({ index, document }) => names.get(document) === refs[index]);
    for (const { index, document } of equal) found[index]?.push(document);
    next = equal.map(({ index, document }) => ({ index, document: document + 1 }));
  }
  return found;
}
