import { EngineError } from "../errors.ts";
import { forgetUnfinished } from "../errors-of-entries.ts";
import type { ArtifactRef, StoreName } from "../model/artifact.ts";
import type { CallParts } from "./session.ts";
import { indexStore } from "./stand-index.ts";

/** What is to be removed, and when that was. */
export interface Removal {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly stores: readonly { readonly name: StoreName; readonly refs: readonly ArtifactRef[] }[];
  /** Artifacts whose observations go, and the words of every bundle that names one. */
  readonly named: readonly ArtifactRef[];
  /** Bundles that were selected by themselves. */
  readonly bundles: readonly string[];
}

/** What went with the entries. */
export interface Removed {
  readonly observations: number;
  /** Bundles that lost their words. */
  readonly bundles: number;
}

type Parts = Pick<CallParts, "entries" | "entryIndexes" | "kit" | "ledger" | "observations">;

/**
 * Removes entries, observations and the words of bundles for good and returns how many there were of the latter two. Every file is rewritten once before
 * anything is removed: that finishes what an earlier call could not, and refuses with `store_busy` while a reader is in the
 * way of any of them. A reader that comes later leaves everything removed from every answer, and the refusal says what to do.
 */
export async function removeForGood(parts: Parts, removal: Removal): Promise<Removed> {
  for (const { name } of removal.stores) await scrubStore(parts, name);
  await parts.observations.forget([], removal.at);
  await parts.ledger.forget({ artifacts: [], bundles: [] }, removal.at);
  try {
    // First what names the entries: were it last, a call that broke off would no longer know of which.
    const observations = await parts.observations.forget(removal.named, removal.at);
    const selected = { artifacts: removal.named, bundles: removal.bundles };
    const { bundles } = await parts.ledger.forget(selected, removal.at);
    for (const { name, refs } of removal.stores) {
      await parts.entryIndexes.inTurn(name, () => removeFrom(parts, name, { ...removal, refs }));
    }
    return { observations, bundles };
  } catch (error) {
    throw error instanceof EngineError ? forgetUnfinished(error) : error;
  }
}

async function scrubStore(parts: Parts, name: StoreName): Promise<void> {
  if ((await parts.entries.read(name)).status !== "ok") return;
  await parts.entryIndexes.inTurn(name, async () => (await parts.entries.write(name)).scrub());
}

/**
 * The index is made anew rather than merged: a merge carries the words of what is gone on in its table of forms. It is dropped
 * before, so that a call that breaks off leaves none, and again after, for another process may have indexed in between.
 */
async function removeFrom(
  parts: Parts,
  name: StoreName,
  { at, refs }: { readonly at: string; readonly refs: readonly ArtifactRef[] },
): Promise<void> {
  if ((await parts.entries.read(name)).status !== "ok") return;
  const store = await parts.entries.write(name);
  const isTainted = (await store.deadDocuments()).length > 0;
  if (refs.length === 0 && !isTainted) return;
  await store.dropIndex();
  await store.forget(refs, at);
  await store.dropIndex();
  await indexStore(parts, name);
  await store.scrub();
}
