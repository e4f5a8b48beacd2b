import type { LedgerStore } from "./ports/ledger-store.ts";

export interface LedgerSetup {
  /** The data folder. */
  readonly folder: string;
  /** Makes the data folder with its own ignore file; refuses with `data_folder_unusable`. */
  readonly createDataFolder: () => void;
}

/** Opens the ledger of bundles when it is first needed: a search loads no code of it. */
export function openLedger({ folder, createDataFolder }: LedgerSetup): LedgerStore {
  let opened: LedgerStore | undefined;

  async function store(): Promise<LedgerStore> {
    const { openSqliteLedgerStore } = await import("./stores/sqlite/sqlite-ledger-store.ts");
    opened ??= openSqliteLedgerStore({ folder });
    return opened;
  }

  return {
    async reserve() {
      createDataFolder();
      return (await store()).reserve();
    },
    append: async (record) => (await store()).append(record),
    recordUse: async (use) => (await store()).recordUse(use),
    recordOutcome: async (outcome) => (await store()).recordOutcome(outcome),
    recordHelpful: async (...judged) => (await store()).recordHelpful(...judged),
    list: async (page) => (await store()).list(page),
    count: async () => (await store()).count(),
    read: async (id) => (await store()).read(id),
    newest: async () => (await store()).newest(),
    citedVersions: async () => (await store()).citedVersions(),
    countSelected: async (selection) => (await store()).countSelected(selection),
    forget: async (selection, at) => (await store()).forget(selection, at),
    sizes: async () => (await store()).sizes(),
    check: async () => (await store()).check(),
    close: async () => opened?.close(),
  };
}
