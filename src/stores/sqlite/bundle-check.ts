import { EngineError } from "../../errors.ts";
import { findFlaws } from "../bundle-rules.ts";
import { type BundleRow, fromBundleRow, SELECT_BUNDLES } from "./bundle-rows.ts";
import { rowsMatch } from "./candidate-rows.ts";
import type { Connection } from "./connection.ts";
import { readSequels } from "./sequel-rows.ts";

/** Reads every row of every bundle and says what does not check out, worst first. */
export function checkBundles(ledger: Connection): readonly string[] {
  const found = ledger.all<{ quick_check: string }>("PRAGMA quick_check(1)");
  const broken = found.map((row) => row.quick_check).filter((text) => text !== "ok");
  const orphans = ledger.all<{ table: string }>("PRAGMA foreign_key_check");
  const numbers = ledger.all<{ id: number }>("SELECT id FROM bundles ORDER BY id");
  return [
    ...broken,
    ...[...new Set(orphans.map(({ table }) => `a row of ${table} belongs to nothing`))],
    ...numbers.flatMap(({ id }) => checkBundle(ledger, id)),
  ];
}

function checkBundle(ledger: Connection, id: number): readonly string[] {
  try {
    const row = ledger.get<BundleRow>(`${SELECT_BUNDLES} WHERE id = ?`, id);
    if (row === undefined) return [`B${id} is gone`];
    const record = fromBundleRow(ledger.path, row);
    readSequels(ledger, id);
    const flaws = findFlaws(record).map((flaw) => `B${id}: ${flaw}`);
    // Forgetting and retention go by the rows: they must say what the bundle says.
    if (rowsMatch(ledger, id, record)) return flaws;
    return [
      ...flaws,
      `B${id}: its rows of candidates and decisions are not those it was recorded with`,
    ];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [String(error.details["problem"] ?? error.message)];
  }
}
