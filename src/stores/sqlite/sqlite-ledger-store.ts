import { bundleUnknown } from "../../errors-of-admission.ts";
import type { LedgerEntry } from "../../model/ledger-record.ts";
import type { LedgerLine } from "../../model/ledger-response.ts";
import type { LedgerStore } from "../../ports/ledger-store.ts";
import { bundleNumber, toLedgerLine } from "../bundle-line.ts";
import { checkBundles } from "./bundle-check.ts";
import { findSelected, forgetBundles } from "./bundle-forget.ts";
import {
  appendBundle,
  type BundleRow,
  fromBundleRow,
  reserveNumber,
  SELECT_BUNDLES,
} from "./bundle-rows.ts";
import { readCited } from "./candidate-rows.ts";
import type { Connection } from "./connection.ts";
import { sizeOf } from "./data-folder.ts";
import { ledgerFile } from "./ledger-connection.ts";
import { appendSequel, readSequels, type Sequel } from "./sequel-rows.ts";

/** How a ledger is opened. */
export interface LedgerStoreOptions {
  /** The data folder. */
  readonly folder: string;
  /** Called after every write of an append; a test ends the process there. */
  readonly afterStep?: (step: string) => void;
}

/**
 * Opens the bundles of a data folder, in the `ledger.db` that also keeps observations. The file appears with the first bundle:
 * reading creates nothing, and a ledger from before there were bundles holds none. Refuses as `openDatabase` does when it is
 * used; a damaged ledger is never replaced.
 */
export function openSqliteLedgerStore({
  folder,
  afterStep = () => undefined,
}: LedgerStoreOptions): LedgerStore {
  const ledger = ledgerFile(folder);

  async function read<T, const N>(nothing: N, work: (open: Connection) => T): Promise<T | N> {
    const found = await ledger.read((open) =>
      open.read(() => (holdsBundles(open) ? work(open) : nothing)),
    );
    return found === "missing" ? nothing : found;
  }

  async function keep(bundle: string, sequel: Sequel): Promise<void> {
    // A bundle that is not there is no reason to create a ledger.
    if (sizeOf(ledger.path) === 0) throw bundleUnknown(bundle, "It holds none.");
    await ledger.write((open) =>
      open.write(() => appendSequel(open, requireBundle(open, bundle), sequel)),
    );
  }

  return {
    reserve: async () => `B${await ledger.write((open) => open.write(() => reserveNumber(open)))}`,
    append: (record) =>
      ledger.write((open) => open.write(() => appendBundle(open, record, afterStep))),
    recordUse: (value) => keep(value.bundle, { kind: "use", value }),
    recordOutcome: (value) => keep(value.bundle, { kind: "outcome", value }),
    recordHelpful: (bundle, label, helpful) =>
      keep(bundle, { kind: "helpful", value: { label, helpful } }),
    async list({ limit, before }) {
      const lines = await read("none", (open) => listBundles(open, limit, before));
      if (lines !== "none") return lines;
      if (before !== undefined) throw bundleUnknown(before, "It holds none.");
      return [];
    },
    count: () => read(0, countBundles),
    read: (id) => read("unknown", (open) => readBundle(open, id)),
    newest: () => read("none", newestBundle),
    citedVersions: () => read([], readCited),
    countSelected: (selection) => read(0, (open) => findSelected(open, selection).size),
    async forget(selection, at) {
      // A ledger without a bundle is not created to say so.
      if (sizeOf(ledger.path) === 0) return { bundles: 0 };
      return { bundles: await ledger.write((open) => forgetBundles(open, selection, at)) };
    },
    sizes: async () => ({
      databaseBytes: sizeOf(ledger.path),
      walBytes: sizeOf(`${ledger.path}-wal`),
    }),
    check: () => read([], checkBundles),
    close: () => ledger.close(),
  };
}

/** A ledger of an earlier format has no such table, and is read as it is. */
function holdsBundles(ledger: Connection): boolean {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'bundles'";
  return ledger.get(table) !== undefined;
}

function listBundles(
  ledger: Connection,
  limit: number,
  before: string | undefined,
): readonly LedgerLine[] {
  const below = before === undefined ? Number.MAX_SAFE_INTEGER : requireBundle(ledger, before);
  const rows = ledger.all<BundleRow>(
    `${SELECT_BUNDLES} WHERE id < ? ORDER BY id DESC LIMIT ?`,
    below,
    limit,
  );
  return rows.map((row) => toLedgerLine(toEntry(ledger, row)));
}

function countBundles(ledger: Connection): number {
  return ledger.get<{ n: number }>("SELECT count(*) AS n FROM bundles")?.n ?? 0;
}

function readBundle(ledger: Connection, id: string): LedgerEntry | "unknown" {
  const number = bundleNumber(id);
  if (number === "malformed") return "unknown";
  const row = ledger.get<BundleRow>(`${SELECT_BUNDLES} WHERE id = ?`, number);
  return row === undefined ? "unknown" : toEntry(ledger, row);
}

function newestBundle(ledger: Connection): string | "none" {
  const row = ledger.get<{ id: number }>("SELECT id FROM bundles ORDER BY id DESC LIMIT 1");
  return row === undefined ? "none" : `B${row.id}`;
}

function requireBundle(ledger: Connection, id: string): number {
  const number = bundleNumber(id);
  const row =
    number === "malformed"
      ? undefined
      : ledger.get<{ id: number }>("SELECT id FROM bundles WHERE id = ?", number);
  if (row !== undefined) return row.id;
  const newest = newestBundle(ledger);
  throw bundleUnknown(id, newest === "none" ? "It holds none." : `The newest is ${newest}.`);
}

function toEntry(ledger: Connection, row: BundleRow): LedgerEntry {
  return { record: fromBundleRow(ledger.path, row), ...readSequels(ledger, row.id) };
}
