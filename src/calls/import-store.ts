import { redactSecrets } from "../analysis/secrets/redact.ts";
import type { StoreName } from "../model/artifact.ts";
import type { ImportOptions } from "../model/engine.ts";
import type { FolderMap } from "../pipeline/import/attribute-project.ts";
import type { ImportedAgent, ImportParts } from "../pipeline/import/import-transcripts.ts";
import { indexEntries } from "../pipeline/import/index-entries.ts";
import { createStoreKeeper } from "../pipeline/import/keep-entries.ts";
import { createPreviewKeeper } from "../pipeline/import/preview-entries.ts";
import type { EntryGeneration, EntryStore } from "../ports/entry-store.ts";
import type { CallParts } from "./session.ts";
import { textVersionOf } from "./stand-index.ts";
import type { AnswerWatch, WatchedAnswers } from "./watch-answers.ts";

/** What of the options of an import every source is read by, checked. */
export interface ImportRules {
  readonly options: ImportOptions;
  readonly dryRun: boolean;
  readonly sinceMs: number | "none";
  readonly maps: readonly FolderMap[];
}

/** What an import did with one store. */
export interface StoreImport {
  readonly name: StoreName;
  readonly imported: readonly ImportedAgent[];
  /** Entries added to its index. */
  readonly indexed: number;
  /** What answers behind bundles used of these; nothing of it stands in a memory. */
  readonly answers: WatchedAnswers;
  readonly generation: EntryGeneration | "none";
}

/** Opens the store that is imported into; `none` where there is nothing to write and nothing was kept before. */
export async function openImportStore(
  { entries }: CallParts,
  name: StoreName,
  { dryRun, hasFiles }: { readonly dryRun: boolean; readonly hasFiles: boolean },
): Promise<EntryStore | "none"> {
  if (hasFiles && !dryRun) return entries.write(name);
  const opened = await entries.read(name);
  if (opened.status === "empty" || (opened.status === "missing" && !hasFiles)) return "none";
  if (opened.status !== "ok") throw opened.error;
  // Files that are gone are noted even where none is left.
  return dryRun ? opened.store : entries.write(name);
}

/** Returns what importing into a store takes. In a dry run it writes nothing. */
export function importPartsOf(
  parts: CallParts,
  store: EntryStore | "none",
  { dryRun, maps, options, sinceMs }: ImportRules,
): Omit<ImportParts, "store"> {
  return {
    keeper:
      store === "none" || dryRun
        ? createPreviewKeeper(store)
        : createStoreKeeper(store, parts.transcripts.wait),
    bounds: { roots: parts.project.roots, maps },
    sinceMs,
    bytes: parts.transcripts.bytes,
    redact: redactSecrets,
    clock: parts.clock,
    onProgress: options.onProgress ?? (() => undefined),
  };
}

/** Brings the index of a store up to date with what was imported, and says what came of it all. */
export async function finishImport(
  parts: CallParts,
  store: EntryStore | "none",
  {
    imported,
    name,
    rules,
    watch,
  }: Pick<StoreImport, "imported" | "name"> & {
    readonly rules: ImportRules;
    readonly watch?: AnswerWatch;
  },
): Promise<StoreImport> {
  if (store === "none")
    return { name, imported, indexed: 0, answers: NO_ANSWERS, generation: "none" };
  const indexed = rules.dryRun ? 0 : await updateIndex(parts, rules.options, store);
  const answers = rules.dryRun || watch === undefined ? NO_ANSWERS : await watch.settle(store);
  return { name, imported, indexed, answers, generation: await store.generation() };
}

/** Nothing was looked at for what it used. */
export const NO_ANSWERS: WatchedAnswers = { recorded: 0, gaps: [] };

async function updateIndex(
  { clock, kit }: CallParts,
  { onProgress }: ImportOptions,
  store: EntryStore,
): Promise<number> {
  const startedAt = clock.now();
  const tell = (done: number): void =>
    onProgress?.({
      phase: "indexing",
      agent: "",
      filesDone: 0,
      filesTotal: 0,
      bytesDone: 0,
      bytesTotal: 0,
      entries: done,
      elapsedMs: clock.now() - startedAt,
    });
  // Everything is kept from here on.
  tell(0);
  const { entries } = await indexEntries({
    store,
    builder: kit.builder,
    textVersion: textVersionOf({ kit }),
    onProgress: tell,
  });
  return entries;
}
