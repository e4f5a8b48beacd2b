import type { Artifact } from "../../model/artifact.ts";
import type { Gap } from "../../model/gap.ts";
import type { PackedText, TextCodec } from "../../ports/content-store.ts";
import type { IndexDocument, SegmentBuilder } from "../../ports/passage-index.ts";
import type { ProcessedBatch, RawText } from "../../ports/text-processor.ts";
import { readText } from "./text/read-text.ts";

/** What processing a text takes; the same in this thread and in a worker. */
export interface TextKit {
  readonly builder: SegmentBuilder;
  readonly codec: TextCodec;
}

/** Decodes, splits, packs and analyzes a batch of texts. Depends on nothing but the texts. */
export async function processTexts(
  kit: TextKit,
  batch: readonly RawText[],
): Promise<ProcessedBatch> {
  const artifacts: Artifact[] = [];
  const texts: PackedText[] = [];
  const gaps: Gap[] = [];
  const documents: IndexDocument[] = [];
  for (const raw of batch) {
    const reading = await readText(raw);
    if (reading.status === "gap") {
      gaps.push(reading.gap);
      continue;
    }
    const { artifact, passages, indexDocument } = reading;
    const { version, kind } = artifact;
    artifacts.push(artifact);
    texts.push(kit.codec.pack({ version, kind, bytes: raw.bytes, passages }));
    documents.push(indexDocument);
  }
  return { artifacts, texts, gaps, image: kit.builder.build(documents) };
}
