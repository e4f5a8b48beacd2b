import { splitterVersion } from "../analysis/text/splitter-version.ts";
import { EngineError, refreshFailed } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import type { RefreshMode } from "../model/engine.ts";
import { indexEntries } from "../pipeline/import/index-entries.ts";
import type { EntryGeneration, EntryStore } from "../ports/entry-store.ts";
import { openEntries } from "./entry-texts.ts";
import type { CallParts } from "./session.ts";

/** A store and how far its index reaches. */
export interface IndexStanding {
  readonly store: EntryStore;
  readonly generation: EntryGeneration;
  /** Entries that the index does not hold as they are now. */
  readonly behind: number;
}

/** An answer indexes so many entries itself, about a second's work; more are left to an import or a refresh. */
export const MAX_BACKLOG = 1_000;

type Parts = Pick<CallParts, "entries" | "kit">;

/** Names analyzer and splitter: an index of another version is made anew. */
export function textVersionOf({ kit }: Pick<CallParts, "kit">): string {
  return `${kit.builder.analyzerVersion}+${splitterVersion}`;
}

/** Opens a store to read and says how far its index reaches. */
export async function openIndexed(parts: Parts, name: StoreName): Promise<IndexStanding> {
  const store = await openEntries(parts, name);
  const generation = await store.generation();
  const version = await store.indexVersion();
  const isOurs = version === "none" || version === textVersionOf(parts);
  const behind = isOurs ? generation.unindexedCount : generation.entryCount;
  return { store, generation, behind };
}

/**
 * Brings the index of a store up to date where the mode allows it and the backlog is small, and says how far it reaches then.
 * `strict` indexes whatever there is, and refuses with `refresh_failed` where that does not work.
 */
export async function catchUpIndex(
  parts: Parts,
  name: StoreName,
  mode: RefreshMode,
): Promise<IndexStanding> {
  const standing = await openIndexed(parts, name);
  if (standing.behind === 0 || mode === "off") return standing;
  if (mode === "auto" && standing.behind > MAX_BACKLOG) return standing;
  try {
    await indexStore(parts, name);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (mode === "strict") throw refreshFailed(`the index of ${name} is behind: ${error.message}`);
  }
  return openIndexed(parts, name);
}

/** Indexes what a store holds and its index does not. Refuses as the store does. */
export async function indexStore(parts: Parts, name: StoreName): Promise<number> {
  const store = await parts.entries.write(name);
  const { builder } = parts.kit;
  const { entries } = await indexEntries({ store, builder, textVersion: textVersionOf(parts) });
  return entries;
}

/** Makes a damaged index anew out of the stored texts; false where that would take long, or is not allowed or possible. */
export async function remakeIndex(
  parts: Parts,
  name: StoreName,
  mode: RefreshMode,
): Promise<boolean> {
  if (mode === "off") return false;
  try {
    const store = await parts.entries.write(name);
    const { entryCount } = await store.generation();
    if (mode === "auto" && entryCount > MAX_BACKLOG) return false;
    await store.dropIndex();
    await indexStore(parts, name);
    return true;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return false;
  }
}
