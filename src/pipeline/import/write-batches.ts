import type { ArtifactRef } from "../../model/artifact.ts";
import type { EntryMark } from "../../model/entry.ts";
import type { EntryBatch, NewEntry, NewSessionTitle, ReadFile } from "../../ports/entry-store.ts";
import type { ImportTally } from "./import-tally.ts";
import type { EntryKeeper } from "./keep-entries.ts";

/** What one transaction takes at most, about: bounds memory, and makes small files share one. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
const MAX_ENTRIES = 4_000;
const MAX_FILES = 500;

/** Gathers what was read into transactions. A file's position always goes with, or behind, the entries read before it. */
export interface BatchWriter {
  add(batch: EntryBatch): Promise<void>;
  /** Marks entries added before, kept or not yet. */
  mark(refs: readonly ArtifactRef[], add: readonly EntryMark[]): Promise<void>;
  /** Keeps what is left. */
  flush(): Promise<void>;
}

/** Returns a writer over a keeper that counts into `tally`. */
export function createBatchWriter(
  keeper: EntryKeeper,
  tally: Pick<ImportTally, "appended">,
  maxEntries: number = MAX_ENTRIES,
): BatchWriter {
  let entries: NewEntry[] = [];
  let files = new Map<string, ReadFile>();
  let titles: NewSessionTitle[] = [];
  let textBytes = 0;

  async function flush(): Promise<void> {
    if (entries.length === 0 && files.size === 0) return;
    const batch = { entries, files: [...files.values()], titles };
    entries = [];
    files = new Map();
    titles = [];
    textBytes = 0;
    tally.appended(await keeper.keep(batch));
  }

  return {
    async add(batch) {
      for (const added of batch.entries) {
        entries.push(added);
        textBytes += added.text.length;
      }
      // Of one file's positions only the last one says anything.
      for (const file of batch.files) files.set(file.path, file);
      titles.push(...(batch.titles ?? []));
      const isFull =
        textBytes >= MAX_TEXT_BYTES || entries.length >= maxEntries || files.size >= MAX_FILES;
      if (isFull) await flush();
    },
    async mark(refs, add) {
      if (refs.length === 0) return;
      await flush();
      await keeper.mark(refs, add);
    },
    flush,
  };
}
