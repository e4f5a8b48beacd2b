import type { StoreName } from "../model/artifact.ts";
import type { RefreshMode } from "../model/engine.ts";
import type { EntryScope } from "../ports/entry-store.ts";
import type { IndexQuery } from "../ports/passage-index.ts";

/** A question to stores of entries. */
export interface StoreQuestion {
  /** Stores to ask; the others are reported as not asked. */
  readonly asked: readonly StoreName[];
  readonly query: IndexQuery;
  readonly scope: EntryScope;
  readonly excludedSessions: readonly string[];
  readonly mode: RefreshMode;
  /** How long the answer waits for one store. Default `MAX_STORE_MS`. */
  readonly maxStoreMs?: number;
}
