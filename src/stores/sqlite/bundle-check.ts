import { EngineError } from "../../errors.ts";
import type { BundleRecord } from "../../model/ledger-record.ts";
import { listVersions } from "../bundle-line.ts";
import { findFlaws } from "../bundle-rules.ts";
import { type BundleRow, fromBundleRow, SELECT_BUNDLES } from "./bundle-rows.ts";
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
    return [...flaws, ...compareRows(ledger, id, record)];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [String(error.details["problem"] ?? error.message)];
  }
}

/** The rows that forgetting and retention go by must say what the bundle says. */
function compareRows(ledger: Connection, id: number, record: BundleRecord): readonly string[] {
  const stored = [
    ...ledger.all(
      `SELECT artifact, version, is_cited FROM bundle_artifacts WHERE bundle_id = ?
       ORDER BY artifact, version`,
      id,
    ),
    ...ledger.all(
      `SELECT candidate, artifact, version, generator, score FROM bundle_candidates
       WHERE bundle_id = ? ORDER BY candidate`,
      id,
    ),
    ...ledger.all(
      "SELECT step, candidate, verdict FROM bundle_decisions WHERE bundle_id = ? ORDER BY step",
      id,
    ),
  ];
  const told = [
    ...listVersions(record)
      .map(({ artifact, version, isCited }) => ({ artifact, version, is_cited: isCited ? 1 : 0 }))
      .sort((a, b) => compare(`${a.artifact} ${a.version}`, `${b.artifact} ${b.version}`)),
    ...record.candidates
      .map(({ id: candidate, artifact, version, generator, score }) => ({
        candidate,
        artifact,
        version,
        generator,
        score,
      }))
      .sort((a, b) => compare(a.candidate, b.candidate)),
    ...record.decisions.map(({ step, candidate, verdict }) => ({ step, candidate, verdict })),
  ];
  return JSON.stringify(stored) === JSON.stringify(told)
    ? []
    : [`B${id}: its rows of candidates and decisions are not those it was recorded with`];
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
