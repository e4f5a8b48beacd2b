import type {
  IndexCandidate,
  IndexDocument,
  PassageIndex,
  SegmentSource,
} from "../src/ports/passage-index.ts";
import { INDEX_KIT } from "./plugged-program.ts";

/** The program's index over one segment held in memory. */
export interface MemoryIndex {
  readonly index: PassageIndex;
  /** Bytes of all blocks. */
  readonly byteLength: number;
  /** A candidate's place in the flat order of the passages it was built from. */
  flatIndexOf(candidate: IndexCandidate): number;
}

/** Builds the program's own segment and opens its own index over it: no store, no files. */
export function openMemoryIndex(documents: readonly IndexDocument[]): MemoryIndex {
  const image = INDEX_KIT.builder.build(documents);
  const blocks = new Map(
    image.blocks.map((block) => [`${block.kind}/${block.number}`, block.bytes]),
  );
  const { documentCount, passageCount } = image;
  const source: SegmentSource = {
    segments: async () => [{ id: 1, documentCount, passageCount, liveness: "all" }],
    readBlocks: async (_segmentId, keys) =>
      keys.map(({ kind, number }) => blocks.get(`${kind}/${number}`) ?? "missing"),
  };
  const firstOf = new Map<string, number>();
  let next = 0;
  for (const { artifact, passages } of documents) {
    firstOf.set(artifact, next);
    next += passages.length;
  }
  return {
    index: INDEX_KIT.open(source),
    byteLength: image.blocks.reduce((sum, block) => sum + block.bytes.length, 0),
    flatIndexOf: ({ artifact, position }) => (firstOf.get(artifact) ?? Number.NaN) + position,
  };
}
