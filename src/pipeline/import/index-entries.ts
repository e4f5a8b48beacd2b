import { readEntryText } from "../../analysis/text/read-entry-text.ts";
import { EngineError } from "../../errors.ts";
import type { EntryStore } from "../../ports/entry-store.ts";
import type { LiveSegment, SegmentBuilder, SegmentStore } from "../../ports/passage-index.ts";

/** What indexing uses of a store. */
export type IndexedStore = SegmentStore &
  Pick<
    EntryStore,
    | "unindexed"
    | "watermark"
    | "deadDocuments"
    | "publishIndex"
    | "dropIndex"
    | "indexVersion"
    | "setIndexVersion"
  >;

/** What bringing an index up to date takes. */
export interface IndexEntriesParts {
  readonly store: IndexedStore;
  readonly builder: SegmentBuilder;
  /** Names analyzer and splitter: an index of another version is made anew. */
  readonly textVersion: string;
  /** One publication covers about so much text. */
  readonly maxBatchBytes?: number;
  /** Told after each publication how many entries were indexed since the call. */
  readonly onProgress?: (entries: number) => void;
}

/** What was done; `entries` counts texts read, also those that another process published first. */
export interface IndexedEntries {
  readonly entries: number;
  readonly publications: number;
}

/**
 * Text of one publication. Measured on 400 MB of transcripts: 6, 8 and 16 MiB take the same processor time, and 16 MiB need 60 MB
 * more memory than 6.
 */
const MAX_BATCH_BYTES = 6 * 1024 * 1024;
/** Text held at a time. */
const READ_BYTES = 1024 * 1024;

/** So often in a row may another process publish first; then the refusal is passed on. */
const MAX_CONFLICTS = 20;

/**
 * Brings the index of a store up to date: what it does not hold yet is split, analyzed and published batch by batch, and what
 * is gone or changed is buried. Whatever stops it, the index is a sound one of what was published. Refuses as the store does;
 * `store_conflict` only after another process came first many times in a row, and `store_corrupt` when an index made anew is
 * damaged too.
 */
export async function indexEntries(parts: IndexEntriesParts): Promise<IndexedEntries> {
  await matchVersion(parts);
  let entries = 0;
  let publications = 0;
  let conflicts = 0;
  let isRemade = false;
  for (;;) {
    try {
      const count = await publishNext(parts);
      if (count === "nothing") return { entries, publications };
      entries += count;
      publications += 1;
      conflicts = 0;
      parts.onProgress?.(entries);
    } catch (error) {
      if (isRefusal(error, "store_conflict") && conflicts < MAX_CONFLICTS) {
        conflicts += 1;
      } else if (isRefusal(error, "store_corrupt") && !isRemade) {
        // A damaged index row is no loss: everything it was made of is still there.
        isRemade = true;
        await beginAnew(parts);
      } else throw error;
    }
  }
}

async function matchVersion({ store, textVersion }: IndexEntriesParts): Promise<void> {
  const version = await store.indexVersion();
  if (version === textVersion) return;
  if (version === "none") await store.setIndexVersion(textVersion);
  else await beginAnew({ store, textVersion });
}

async function beginAnew({
  store,
  textVersion,
}: Pick<IndexEntriesParts, "store" | "textVersion">): Promise<void> {
  await store.dropIndex();
  await store.setIndexVersion(textVersion);
}

/** Publishes one batch and returns how many entries it held. */
async function publishNext(parts: IndexEntriesParts): Promise<number | "nothing"> {
  const { store, builder, maxBatchBytes = MAX_BATCH_BYTES } = parts;
  const from = await store.watermark();
  const { count, staged, through } = await stageNext(parts, { from, maxBatchBytes });
  const buried = await store.deadDocuments();
  // A batch may hold damaged texts alone: they are passed over, and not met again.
  if (through === from && buried.length === 0) return "nothing";
  // The dead are buried on the old segments alone: a text that came back lives in the new one.
  const kept = await builder.arrange(store, await store.segments(), buried);
  const { segments } = await builder.arrange(store, [...kept.segments, ...staged], []);
  await store.publishIndex({ from, through, segments, buried });
  return count;
}

/** What was read and staged for one publication. */
interface StagedEntries {
  readonly count: number;
  readonly staged: readonly LiveSegment[];
  readonly through: number;
}

/** Reads a little at a time into one segment: of what was read before, only its words are held, as numbers. */
async function stageNext(
  { store, builder }: IndexEntriesParts,
  { from, maxBatchBytes }: { readonly from: number; readonly maxBatchBytes: number },
): Promise<StagedEntries> {
  const draft = builder.start();
  let [bytes, count, through] = [0, 0, from];
  while (bytes < maxBatchBytes) {
    const batch = await store.unindexed(Math.min(READ_BYTES, maxBatchBytes - bytes), through);
    if (batch.through === through) break;
    through = batch.through;
    for (const { entry, text } of batch.items) {
      draft.add((await readEntryText(entry, text)).indexDocument);
      bytes += text.length;
      count += 1;
    }
  }
  if (count === 0) return { count, staged: [], through };
  const collector = builder.collect(store);
  await collector.add(draft.finish());
  return { count, staged: await collector.finish(), through };
}

function isRefusal(error: unknown, code: EngineError["code"]): boolean {
  return error instanceof EngineError && error.code === code;
}
