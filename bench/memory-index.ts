import type { IndexDocument } from "../src/model/index-document.ts";
import type {
  IndexAnswer,
  IndexCandidate,
  LiveSegment,
  PassageIndex,
  RankerName,
  SegmentSource,
} from "../src/ports/passage-index.ts";
import { INDEX_KIT } from "./plugged-program.ts";

/** The program's index over segments held in memory: no store, no files. */
export interface MemoryIndex {
  /** Builds one segment of these documents and adds it. */
  add(documents: readonly IndexDocument[]): void;
  /** Opens the index over everything added. */
  open(): PassageIndex;
  /** Bytes of all blocks. */
  byteLength(): number;
  /** A candidate's place among all passages, in the order in which they were added. */
  flatIndexOf(candidate: IndexCandidate): number;
}

/** Creates an empty index. */
export function createMemoryIndex(): MemoryIndex {
  const segments: LiveSegment[] = [];
  const blocks = new Map<string, Uint8Array>();
  const firstOf = new Map<string, number>();
  let passages = 0;
  const source: SegmentSource = {
    segments: async () => segments,
    readBlocks: async (segmentId, keys) =>
      keys.map(({ kind, number }) => blocks.get(`${segmentId}/${kind}/${number}`) ?? "missing"),
  };
  return {
    add(documents) {
      const image = INDEX_KIT.builder.build(documents);
      const id = segments.length + 1;
      const { documentCount, passageCount } = image;
      segments.push({ id, documentCount, passageCount, liveness: "all" });
      for (const { kind, number, bytes } of image.blocks) {
        blocks.set(`${id}/${kind}/${number}`, bytes);
      }
      for (const document of documents) {
        firstOf.set(document.artifact, passages);
        passages += document.passages.length;
      }
    },
    open: () => INDEX_KIT.open(source),
    byteLength: () => [...blocks.values()].reduce((sum, bytes) => sum + bytes.length, 0),
    flatIndexOf: ({ artifact, position }) => (firstOf.get(artifact) ?? Number.NaN) + position,
  };
}

/** Asks the index without filters; damage is an error, since its blocks never left this process. */
export async function searchIndex(
  index: PassageIndex,
  text: string,
  options: { readonly ranker: RankerName; readonly limit: number },
): Promise<IndexAnswer> {
  const outcome = await index.search({
    text,
    ...options,
    excludedWords: [],
    filter: {},
    explain: false,
  });
  if (outcome.status !== "ok") throw new Error("The index in memory was read as damaged.");
  return outcome.answer;
}
