import type { Entry } from "../model/entry.ts";
import { isDated, toEpochMs } from "../model/instant.ts";
import type { EntryPlace, EntryScope, EntryStore } from "../ports/entry-store.ts";

/** Entries read at a time. */
const BATCH = 500;
/** Undated entries are listed at once. */
const EVERY = 1_000_000_000;
/** What is looked for is wanted wherever its record was made. */
const EVERYWHERE: EntryScope = { quarantined: "shown" };

/** Every entry of a store in batches, those in quarantine included: by time, the oldest first, then those without one. */
export async function* walkEntries(store: EntryStore): AsyncGenerator<readonly Entry[]> {
  let after: EntryPlace | undefined;
  for (;;) {
    const window = { scope: EVERYWHERE, order: "oldest", limit: BATCH } as const;
    const { entries } = await store.list(after === undefined ? window : { ...window, after });
    const last = entries.at(-1);
    if (last === undefined || !isDated(last.time)) break;
    yield entries;
    after = { epochMs: toEpochMs(last.time), ref: last.ref };
  }
  const { entries } = await store.undated({ scope: EVERYWHERE, limit: EVERY });
  for (let from = 0; from < entries.length; from += BATCH) yield entries.slice(from, from + BATCH);
}
