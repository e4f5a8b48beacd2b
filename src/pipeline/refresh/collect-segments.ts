import type { ContentStore } from "../../ports/content-store.ts";
import { sourceOfImages } from "../../ports/image-source.ts";
import type {
  LiveSegment,
  SegmentBlock,
  SegmentBuilder,
  SegmentImage,
} from "../../ports/passage-index.ts";

/**
 * As long as a refresh made no more than this, its images become one segment; beyond it each is staged as it is, which
 * bounds memory, and tiers decide on merges as they do between refreshes.
 */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
/** Rows staged in one transaction. */
const MAX_STAGED_BLOCKS = 128;

/** Gathers the images of a refresh's texts into segments. */
export interface SegmentCollector {
  add(image: SegmentImage): Promise<void>;
  /** Stages what is left and returns the segments of this refresh. */
  finish(): Promise<readonly LiveSegment[]>;
}

export function createSegmentCollector(
  store: ContentStore,
  builder: SegmentBuilder,
): SegmentCollector {
  const staged: LiveSegment[] = [];
  let held: SegmentImage[] = [];
  let heldBytes = 0;

  async function stageEach(images: readonly SegmentImage[]): Promise<void> {
    for (const image of images) {
      const id = await stageSegment(store, image.blocks);
      const { documentCount, passageCount } = image;
      staged.push({ id, documentCount, passageCount, liveness: "all" });
    }
  }

  return {
    async add(image) {
      heldBytes += image.blocks.reduce((sum, block) => sum + block.bytes.length, 0);
      held.push(image);
      if (heldBytes <= MAX_HELD_BYTES) return;
      await stageEach(held);
      held = [];
    },
    async finish() {
      if (heldBytes > MAX_HELD_BYTES || held.length < 2) {
        await stageEach(held);
        return staged;
      }
      const source = sourceOfImages(held);
      const id = await stageSegment(store, builder.merge(source, await source.segments()));
      const documentCount = held.reduce((sum, image) => sum + image.documentCount, 0);
      const passageCount = held.reduce((sum, image) => sum + image.passageCount, 0);
      return [{ id, documentCount, passageCount, liveness: "all" }];
    },
  };
}

/** Writes a segment's rows in small transactions and returns its id. */
export async function stageSegment(
  store: ContentStore,
  blocks: Iterable<SegmentBlock> | AsyncIterable<SegmentBlock>,
): Promise<number> {
  const id = await store.stageSegment();
  let batch: SegmentBlock[] = [];
  for await (const block of blocks) {
    batch.push(block);
    if (batch.length < MAX_STAGED_BLOCKS) continue;
    await store.stageBlocks(id, batch);
    batch = [];
  }
  if (batch.length > 0) await store.stageBlocks(id, batch);
  return id;
}
