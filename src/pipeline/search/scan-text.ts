import type { Artifact } from "../../model/artifact.ts";
import type { RawText } from "../../model/raw-text.ts";
import type { ContentStore } from "../../ports/content-store.ts";
import { sourceOfImages } from "../../ports/image-source.ts";
import type { IndexKit, PassageIndex, SegmentImage } from "../../ports/passage-index.ts";
import type { TextProcessor } from "../../ports/text-processor.ts";

const BATCH_BYTES = 2 * 1024 * 1024;

export interface TextScanParts {
  readonly store: ContentStore;
  readonly kit: IndexKit;
  readonly openProcessor: (totalBytes: number) => Promise<TextProcessor>;
}

/** An index made on the spot from stored texts, and the artifacts whose text could not be read back. */
export interface ScannedIndex {
  readonly index: PassageIndex;
  readonly unreadable: readonly Artifact[];
}

/**
 * Analyzes the stored texts of the current generation again, in memory, for an answer that does not depend on stored
 * index rows (REF-10, COR-20). The same question gets the same hits as from a sound index.
 */
export async function scanStoredText(parts: TextScanParts): Promise<ScannedIndex> {
  const artifacts = await parts.store.artifacts();
  const unreadable: Artifact[] = [];
  const images: SegmentImage[] = [];
  const processor = await parts.openProcessor(artifacts.reduce((sum, a) => sum + a.byteLength, 0));
  try {
    for await (const batch of readBatches(parts.store, artifacts, unreadable)) {
      images.push(...(await processor.process(batch)).images);
    }
    images.push(...(await processor.finish()));
  } finally {
    await processor.close();
  }
  return { index: parts.kit.open(sourceOfImages(images)), unreadable };
}

async function* readBatches(
  store: ContentStore,
  artifacts: readonly Artifact[],
  unreadable: Artifact[],
): AsyncGenerator<readonly RawText[]> {
  let batch: RawText[] = [];
  let bytes = 0;
  for (const artifact of artifacts) {
    const text = await store.readText(artifact.version);
    if (typeof text === "string") {
      unreadable.push(artifact);
      continue;
    }
    const { source, path, version } = artifact;
    batch.push({ source, path, version, bytes: text });
    bytes += text.length;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
