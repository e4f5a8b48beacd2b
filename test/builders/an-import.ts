import { systemFileBytes } from "../../src/host/file-bytes.ts";
import type { AgentImport } from "../../src/model/import-response.ts";
import type { ImportParts } from "../../src/pipeline/import/import-transcripts.ts";
import {
  importTranscripts,
  listTranscripts,
} from "../../src/pipeline/import/import-transcripts.ts";
import { createStoreKeeper } from "../../src/pipeline/import/keep-entries.ts";
import { createPreviewKeeper } from "../../src/pipeline/import/preview-entries.ts";
import type { EntryStore } from "../../src/ports/entry-store.ts";
import type { TranscriptReader } from "../../src/ports/transcript-reader.ts";
import { OCTOBER_15 } from "./a-workspace.ts";
import type { MemoryEntryStore } from "./memory-entry-store.ts";

/** Imports a folder of real files into a store in memory, for the project at `/home/dev/app`. */
export async function anImport(
  store: MemoryEntryStore | EntryStore,
  given: {
    readonly reader: TranscriptReader;
    readonly root: string;
    readonly dryRun?: boolean;
    readonly parts?: Partial<ImportParts>;
  },
): Promise<AgentImport> {
  const { reader, root } = given;
  const keeper = given.dryRun
    ? createPreviewKeeper(store)
    : createStoreKeeper(store, () => Promise.resolve());
  const parts: ImportParts = {
    store,
    keeper,
    bounds: { roots: ["/home/dev/app"], maps: [] },
    sinceMs: "none",
    bytes: systemFileBytes,
    redact: (text) => ({ text, redactions: [] }),
    clock: { now: () => OCTOBER_15 },
    onProgress: () => undefined,
    ...given.parts,
  };
  const listed = await listTranscripts(reader, root);
  return (await importTranscripts(parts, { reader, root, listed })).report;
}

/** What a store holds, in an order of its own: equal for equal content, whatever happened on the way. */
export function contentOf(store: MemoryEntryStore): readonly unknown[] {
  return [...store.kept.values()]
    .map(({ entry, text }) => ({ ...entry, text: Buffer.from(text).toString() }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1));
}
