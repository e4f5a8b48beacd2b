import type { Artifact } from "../model/artifact.ts";
import type { Gap } from "../model/gap.ts";
import type { RawText } from "../model/raw-text.ts";
import type { PackedText } from "./content-store.ts";
import type { SegmentImage } from "./passage-index.ts";

/** A batch of texts decoded, split, packed and analyzed. */
export interface ProcessedBatch {
  readonly artifacts: readonly Artifact[];
  readonly texts: readonly PackedText[];
  /** Texts that turned out to be binary or undecodable. */
  readonly gaps: readonly Gap[];
  readonly passageCount: number;
  /** Segments that became full meanwhile, usually none. */
  readonly images: readonly SegmentImage[];
}

/** Turns raw texts into everything the store needs; in this thread or in workers. Never touches a database. */
export interface TextProcessor {
  /** How many batches may usefully be under way at once. */
  readonly parallelism: number;
  /** Processes a batch; batches may be under way side by side and come back in any order. */
  process(batch: readonly RawText[]): Promise<ProcessedBatch>;
  /** Ends the segments still in the making. Call it when every batch is back. */
  finish(): Promise<readonly SegmentImage[]>;
  /** Ends the threads, finished or not. */
  close(): Promise<void>;
}
