import type { ContentStore } from "../../ports/content-store.ts";
import type { IndexKit, LiveSegment, PassageIndex } from "../../ports/passage-index.ts";

/** Opens the index of whatever generation is current, and keeps it until another one is. */
export interface SnapshotIndex {
  current(): Promise<PassageIndex>;
}

export function createSnapshotIndex(store: ContentStore, kit: IndexKit): SnapshotIndex {
  let segments: readonly LiveSegment[] = [];
  let generationId: number | "none" = "none";
  // One index for all generations: segments are immutable, so what it has decoded of them stays right.
  const index = kit.open({
    segments: async () => segments,
    readBlocks: (segmentId, keys) => store.readBlocks(segmentId, keys),
  });

  async function readGeneration(): Promise<number | "none"> {
    const current = await store.current();
    return current === "none" ? "none" : current.id;
  }

  return {
    async current() {
      // A publication between the two reads would pair one generation with another's segments.
      for (let id = await readGeneration(); id !== generationId; id = await readGeneration()) {
        segments = id === "none" ? [] : await store.segments();
        generationId = await readGeneration();
        if (id !== generationId) generationId = "none";
      }
      return index;
    },
  };
}
