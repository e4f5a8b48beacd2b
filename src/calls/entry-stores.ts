import type { EngineError } from "../errors.ts";
import type { StoreName } from "../model/artifact.ts";
import type { EntryStore } from "../ports/entry-store.ts";

/**
 * A store opened for reading, or why there is none. `empty`: nothing was ever kept here, which is no fault. `missing`: it was
 * kept and its file is gone. `failed`: locked, damaged, newer, or of another project.
 */
export type OpenedEntries =
  | { readonly status: "ok"; readonly store: EntryStore }
  | { readonly status: "empty" }
  | { readonly status: "missing" | "failed"; readonly error: EngineError };

/** The stores of a project's entries. Each opens, fails and is mended by itself (PAR-01). */
export interface EntryStores {
  /** Opens a store to read; creates nothing and throws nothing that is the store's own fault. */
  read(name: StoreName): Promise<OpenedEntries>;
  /** Opens a store to write, and creates it. Refuses as the store does. */
  write(name: StoreName): Promise<EntryStore>;
  /** Closes what was opened. */
  close(): Promise<void>;
}
