import type { RefreshProgress } from "../../model/refresh-response.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ContentStore } from "../../ports/content-store.ts";
import type { SegmentBuilder } from "../../ports/passage-index.ts";
import type { RefreshLock } from "../../ports/refresh-lock.ts";
import type { RecordProjection } from "../../ports/renderer.ts";
import type { SourceReader } from "../../ports/source-reader.ts";
import type { TextProcessor } from "../../ports/text-processor.ts";

/** What a refresh works with. */
export interface RefreshParts {
  readonly clock: Clock;
  readonly store: ContentStore;
  readonly lock: RefreshLock;
  readonly files: SourceReader;
  readonly records: RecordProjection | "none";
  readonly builder: SegmentBuilder;
  /** Version of analyzer and splitter together: another one means that every text is read anew. */
  readonly textVersion: string;
  /** Opens a processor fit for about this many bytes: threads pay only for large batches. */
  readonly openProcessor: (totalBytes: number) => Promise<TextProcessor>;
  /** Artifact paths that the configuration says must exist (COR-21). */
  readonly expectedModules: readonly string[];
  readonly onProgress: (progress: RefreshProgress) => void;
}
