import type { StoreName } from "../../model/artifact.ts";
import type { EntryStore } from "../../ports/entry-store.ts";
import type { IndexKit, PassageIndex } from "../../ports/passage-index.ts";

/** The opened indexes of stores of entries, kept as long as the stores are. */
export interface EntryIndexes {
  /** The index over a store; one for each opened store, so that what it decoded is used again. */
  of(store: EntryStore): PassageIndex;
  /** Does one thing after the other with a store: bringing its index up to date opens it anew, under nobody's hands. */
  inTurn<T>(name: StoreName, work: () => Promise<T>): Promise<T>;
}

/** Returns indexes that are opened when they are first asked for. */
export function createEntryIndexes(kit: IndexKit): EntryIndexes {
  const indexes = new WeakMap<EntryStore, PassageIndex>();
  const queues = new Map<StoreName, Promise<unknown>>();
  return {
    of(store) {
      const known = indexes.get(store) ?? kit.open(store);
      indexes.set(store, known);
      return known;
    },
    inTurn(name, work) {
      const result = (queues.get(name) ?? Promise.resolve()).then(work);
      queues.set(name, Promise.allSettled([result]));
      return result;
    },
  };
}
