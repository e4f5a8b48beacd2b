import { sourceOfImages } from "../ports/image-source.ts";
import type {
  LiveSegment,
  SegmentBlock,
  SegmentBuilder,
  SegmentCollector,
  SegmentImage,
  SegmentSource,
  SegmentStore,
} from "../ports/passage-index.ts";

/** Images held in memory before they are staged; beyond it each is staged as it comes, which bounds memory. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
/**
 * Up to this many staged segments of one refresh become one at its end: questions then look into one dictionary, which
 * is also smaller than several. More are left to the tiers, so that the largest builds do not write everything twice.
 */
const MAX_JOINED_SEGMENTS = 8;
/** Rows staged in one transaction. */
const MAX_STAGED_BLOCKS = 128;

/** Returns a collector of one build; see `SegmentBuilder.collect`. */
export function createSegmentCollector(
  store: SegmentStore,
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
      if (staged.length > 0) {
        await stageEach(held);
        // One alone is joined already, and writing it a second time took a third of an import's indexing.
        const isJoined = staged.length === 1 || staged.length > MAX_JOINED_SEGMENTS;
        return isJoined ? staged : joinStaged(store, builder, staged);
      }
      if (held.length < 2) {
        await stageEach(held);
        return staged;
      }
      const source = sourceOfImages(held);
      return joinSegments(store, builder, source);
    },
  };
}

function joinStaged(
  store: SegmentStore,
  builder: SegmentBuilder,
  staged: readonly LiveSegment[],
): Promise<readonly LiveSegment[]> {
  return joinSegments(store, builder, {
    segments: async () => staged,
    readBlocks: (segmentId, keys) => store.readBlocks(segmentId, keys),
  });
}

/** Merges all segments of a source into one staged segment. What they leave behind is swept after the publication. */
async function joinSegments(
  store: SegmentStore,
  builder: SegmentBuilder,
  source: SegmentSource,
): Promise<readonly LiveSegment[]> {
  const segments = await source.segments();
  const id = await stageSegment(store, builder.merge(source, segments));
  const documentCount = segments.reduce((sum, segment) => sum + segment.documentCount, 0);
  const passageCount = segments.reduce((sum, segment) => sum + segment.passageCount, 0);
  return [{ id, documentCount, passageCount, liveness: "all" }];
}

/** Writes a segment's rows in small transactions and returns its id. */
export async function stageSegment(
  store: SegmentStore,
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
