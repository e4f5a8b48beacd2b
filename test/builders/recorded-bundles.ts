import { openSqliteLedgerStore } from "../../src/stores/sqlite/sqlite-ledger-store.ts";
import { type NewBundle, recordBundle } from "./a-bundle.ts";

/** Records bundles in the ledger of a data folder, as the engine would, and returns their ids. */
export async function recordBundles(
  folder: string,
  bundles: readonly NewBundle[],
): Promise<readonly string[]> {
  const ledger = openSqliteLedgerStore({ folder });
  const ids: string[] = [];
  for (const bundle of bundles) ids.push(await recordBundle(ledger, bundle));
  await ledger.close();
  return ids;
}
