import type { ContentStore } from "../../ports/content-store.ts";
import { sourceOfImages } from "../../ports/image-source.ts";
import type {
  LiveSegment,
  SegmentBlock,
  SegmentBuilder,
  SegmentImage,
} from "../../ports/passage-index.ts";

/** Images held before they are merged and staged: bounds the memory of a first build whatever its size. */
const MAX_HELD_BYTES = 96 * 1024 * 1024;
/** Rows staged in one transaction. */
const MAX_STAGED_BLOCKS = 128;

/** Gathers the images of a refresh's batches into as few segments as memory allows, usually one. */
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

  async function flush(): Promise<void> {
    const images = held;
    held = [];
    heldBytes = 0;
    if (images.length === 0) return;
    const source = sourceOfImages(images);
    const segments = await source.segments();
    const [only] = images;
    const blocks =
      images.length === 1 && only !== undefined ? only.blocks : builder.merge(source, segments);
    const id = await stageSegment(store, blocks);
    staged.push({
      id,
      documentCount: images.reduce((sum, image) => sum + image.documentCount, 0),
      passageCount: images.reduce((sum, image) => sum + image.passageCount, 0),
      liveness: "all",
    });
  }

  return {
    async add(image) {
      if (image.documentCount === 0) return;
      held.push(image);
      heldBytes += image.blocks.reduce((sum, block) => sum + block.bytes.length, 0);
      if (heldBytes > MAX_HELD_BYTES) await flush();
    },
    async finish() {
      await flush();
      return staged;
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
