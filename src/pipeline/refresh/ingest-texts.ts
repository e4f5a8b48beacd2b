import { createHash } from "node:crypto";
import type { Artifact } from "../../model/artifact.ts";
import type { Gap } from "../../model/gap.ts";
import type { RawText } from "../../model/raw-text.ts";
import type { KnownInput } from "../../ports/content-store.ts";
import type { LiveSegment, SegmentCollector } from "../../ports/passage-index.ts";
import type { RenderedPage } from "../../ports/renderer.ts";
import type { SourceEntry } from "../../ports/source-reader.ts";
import type { ProcessedBatch } from "../../ports/text-processor.ts";
import type { ProgressMeter } from "./measure-progress.ts";
import type { RefreshParts } from "./refresh-parts.ts";

/** Texts handed to one worker at a time: large enough to be worth the trip, small enough to bound memory. */
const BATCH_BYTES = 2 * 1024 * 1024;

/** What reading, splitting, analyzing and staging the changed texts came to. */
export interface Ingested {
  readonly artifacts: readonly Artifact[];
  readonly inputs: readonly KnownInput[];
  /** Texts that were read and hold nothing to index, and texts that could not be read this time. */
  readonly gaps: readonly Gap[];
  /** Paths that could not be read; what was known of them stays as it was. */
  readonly unreadPaths: ReadonlySet<string>;
  readonly segments: readonly LiveSegment[];
}

interface Intake {
  readonly artifacts: Artifact[];
  readonly inputs: KnownInput[];
  readonly gaps: Gap[];
  readonly unreadPaths: Set<string>;
}

/** Reads the changed files, takes the changed pages, and stages everything a publication will name. */
export async function ingestTexts(
  parts: RefreshParts,
  changed: { readonly entries: readonly SourceEntry[]; readonly pages: readonly RenderedPage[] },
  progress: ProgressMeter,
): Promise<Ingested> {
  const { entries, pages } = changed;
  const totalBytes =
    entries.reduce((sum, entry) => sum + entry.fingerprint.size, 0) +
    pages.reduce((sum, page) => sum + page.bytes.length, 0);
  const processor = await parts.openProcessor(totalBytes);
  const collector = parts.builder.collect(parts.store);
  progress.expect(entries.length + pages.length);
  progress.enter("reading");
  const intake: Intake = { artifacts: [], inputs: [], gaps: [], unreadPaths: new Set() };
  const underWay: UnderWay[] = [];
  try {
    for await (const batch of readBatches(parts, { entries, pages, intake })) {
      underWay.push(Promise.allSettled([processor.process(batch)]));
      // One more than the workers, so that a worker never waits for the disk.
      if (underWay.length > processor.parallelism) {
        await stageOldest(parts, { underWay, collector, intake, progress });
      }
    }
    while (underWay.length > 0) await stageOldest(parts, { underWay, collector, intake, progress });
    progress.enter("merging");
    for (const image of await processor.finish()) await collector.add(image);
    // The threads hold most of the memory: it is free before segments are joined.
    await processor.close();
    return { ...intake, segments: await collector.finish() };
  } finally {
    // After a failure the rest still ends before the workers are closed; its own failures add nothing.
    await Promise.all(underWay);
    await processor.close();
  }
}

/** Settled, so that a batch that fails while an older one is awaited is no unhandled rejection. */
type UnderWay = Promise<[PromiseSettledResult<ProcessedBatch>]>;

interface Staging {
  readonly underWay: UnderWay[];
  readonly collector: SegmentCollector;
  readonly intake: Intake;
  readonly progress: ProgressMeter;
}

async function stageOldest(parts: RefreshParts, staging: Staging): Promise<void> {
  const [oldest] = staging.underWay.splice(0, 1);
  if (oldest === undefined) return;
  const [outcome] = await oldest;
  if (outcome.status === "rejected") throw outcome.reason;
  const batch = outcome.value;
  await parts.store.stageTexts(batch.texts);
  for (const image of batch.images) await staging.collector.add(image);
  staging.intake.artifacts.push(...batch.artifacts);
  staging.intake.gaps.push(...batch.gaps);
  staging.progress.advance(batch);
}

async function* readBatches(
  parts: RefreshParts,
  from: {
    readonly entries: readonly SourceEntry[];
    readonly pages: readonly RenderedPage[];
    readonly intake: Intake;
  },
): AsyncGenerator<readonly RawText[]> {
  let batch: RawText[] = [];
  let bytes = 0;
  for await (const text of readTexts(parts, from)) {
    batch.push(text);
    bytes += text.bytes.length;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

async function* readTexts(
  parts: RefreshParts,
  from: {
    readonly entries: readonly SourceEntry[];
    readonly pages: readonly RenderedPage[];
    readonly intake: Intake;
  },
): AsyncGenerator<RawText> {
  for (const entry of from.entries) {
    const outcome = await parts.files.read(entry);
    if (outcome.status === "gap") {
      from.intake.gaps.push(outcome.gap);
      from.intake.unreadPaths.add(entry.path);
      continue;
    }
    const version = createHash("sha256").update(outcome.bytes).digest("hex");
    const { path } = entry;
    from.intake.inputs.push({ source: "files", path, fingerprint: outcome.fingerprint, version });
    yield { source: "files", path, version, bytes: outcome.bytes };
  }
  for (const page of from.pages) {
    const version = createHash("sha256").update(page.bytes).digest("hex");
    yield { source: "records", path: page.path, version, bytes: page.bytes };
  }
}
