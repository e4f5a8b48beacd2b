import type { SegmentImage, SegmentSource } from "./passage-index.ts";

/** Reads images that are still in memory as if they were stored; segment ids count from 0. */
export function sourceOfImages(images: readonly SegmentImage[]): SegmentSource {
  const blocks = images.map(
    (image) => new Map(image.blocks.map((block) => [`${block.kind}/${block.number}`, block.bytes])),
  );
  return {
    segments: async () =>
      images.map((image, id) => ({
        id,
        documentCount: image.documentCount,
        passageCount: image.passageCount,
        liveness: "all" as const,
      })),
    readBlocks: async (id, keys) =>
      keys.map((key) => blocks[id]?.get(`${key.kind}/${key.number}`) ?? "missing"),
  };
}
