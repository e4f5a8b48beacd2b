import { readRawText } from "../../analysis/text/read-raw-text.ts";
import type { Artifact } from "../../model/artifact.ts";
import type { Gap } from "../../model/gap.ts";
import type { RawText } from "../../model/raw-text.ts";
import type { PackedText, TextCodec } from "../../ports/content-store.ts";
import type { SegmentBuilder, SegmentImage } from "../../ports/passage-index.ts";
import type { ProcessedBatch } from "../../ports/text-processor.ts";

/** What processing a text takes; the same in this thread and in a worker. */
export interface TextKit {
  readonly builder: SegmentBuilder;
  readonly codec: TextCodec;
}

/** Processes batches one after another; their segment grows from batch to batch. */
export interface TextProcess {
  process(batch: readonly RawText[]): Promise<ProcessedBatch>;
  finish(): readonly SegmentImage[];
}

/**
 * A segment in the making is ended at this much text: its words are held as numbers until then, about as many bytes.
 * Larger segments need fewer merges; smaller ones less memory.
 */
const MAX_SEGMENT_CHARS = 10 * 1024 * 1024;

/** Decodes, splits, packs and analyzes texts. Depends on nothing but the texts. */
export function startTextProcess(kit: TextKit): TextProcess {
  let draft = kit.builder.start();
  const endSegment = (): SegmentImage => {
    const image = draft.finish();
    draft = kit.builder.start();
    return image;
  };
  return {
    async process(batch) {
      const artifacts: Artifact[] = [];
      const texts: PackedText[] = [];
      const gaps: Gap[] = [];
      const images: SegmentImage[] = [];
      let passageCount = 0;
      for (const raw of batch) {
        const reading = await readRawText(raw);
        if (reading.status === "gap") {
          gaps.push(reading.gap);
          continue;
        }
        const { artifact, passages, indexDocument } = reading;
        const { version, kind } = artifact;
        artifacts.push(artifact);
        texts.push(kit.codec.pack({ version, kind, bytes: raw.bytes, passages }));
        passageCount += passages.length;
        draft.add(indexDocument);
        if (draft.chars >= MAX_SEGMENT_CHARS) images.push(endSegment());
      }
      return { artifacts, texts, gaps, passageCount, images };
    },
    finish: () => [endSegment()].filter((image) => image.documentCount > 0),
  };
}
