import { createHash } from "node:crypto";
import { storeCorrupt } from "../../errors.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { BundleRecord } from "../../model/ledger-record.ts";
import { bundleNumber, listVersions } from "../bundle-line.ts";
import { refuseUnsound, unrecordable } from "../bundle-rules.ts";
import { putTexts, takeTexts } from "../bundle-texts.ts";
import { isEntry } from "../is-entry.ts";
import { appendCandidates, appendDecisions } from "./candidate-rows.ts";
import type { Connection } from "./connection.ts";
import { openBlob, sealBlob } from "./sealed-blob.ts";

/** Gives out the next number within the transaction of the caller. */
export function reserveNumber(ledger: Connection): number {
  return ledger.run("INSERT INTO reserved_bundles DEFAULT VALUES");
}

/** Keeps a bundle under its reserved number, within the transaction of the caller. */
export function appendBundle(
  ledger: Connection,
  record: BundleRecord,
  afterStep: (step: string) => void,
): void {
  refuseUnsound(record);
  const id = requireReserved(ledger, record.id);
  const { facts, texts } = takeTexts(record);
  ledger.run("INSERT INTO bundles (id, facts) VALUES (?, ?)", id, sealBlob(facts, `B${id}`));
  afterStep("bundle");
  const gone = findForgotten(ledger, record);
  if (gone === "none") {
    const stored = sealBlob(texts, `texts of B${id}`);
    ledger.run("INSERT INTO bundle_texts (bundle_id, texts) VALUES (?, ?)", id, stored);
  } else {
    // Gathered before it was forgotten, or handed over from before: the words stay away.
    entomb(ledger, id, { artifact: gone, at: record.at });
  }
  afterStep("texts");
  appendCandidates(ledger, id, record);
  afterStep("candidates");
  appendDecisions(ledger, id, record.decisions);
  afterStep("decisions");
}

function requireReserved(ledger: Connection, id: string): number {
  const number = bundleNumber(id);
  const has = (table: string): boolean =>
    number !== "malformed" &&
    ledger.get(`SELECT 1 FROM ${table} WHERE id = ?`, number) !== undefined;
  if (number === "malformed" || !has("reserved_bundles")) {
    throw unrecordable(id, "its id was not given out by this ledger");
  }
  if (has("bundles")) throw unrecordable(id, "it is recorded already");
  return number;
}

/** An entry of this bundle that was forgotten. A text of the workspace stays in the workspace, and may be shown again. */
function findForgotten(ledger: Connection, record: BundleRecord): ArtifactRef | "none" {
  const found = listVersions(record).find(
    ({ artifact }) => isEntry(artifact) && isForgotten(ledger, artifact),
  );
  return found?.artifact ?? "none";
}

/** Returns whether an entry was forgotten. */
export function isForgotten(ledger: Connection, entry: ArtifactRef): boolean {
  const row = ledger.get(
    "SELECT 1 FROM forgotten_entries WHERE artifact_sha256 = ?",
    createHash("sha256").update(entry).digest(),
  );
  return row !== undefined;
}

/** Leaves the tombstone of a bundle: by which artifact, by hash alone, or by `"none"` when it was named itself, and when. */
export function entomb(
  ledger: Connection,
  id: number,
  { artifact, at }: { readonly artifact: ArtifactRef | "none"; readonly at: string },
): void {
  ledger.run(
    "INSERT INTO forgotten_bundles (bundle_id, artifact_sha256, forgotten_at) VALUES (?, ?, ?)",
    id,
    artifact === "none" ? artifact : createHash("sha256").update(artifact).digest("hex"),
    at,
  );
}

/** A bundle as it is stored. */
export interface BundleRow {
  readonly id: number;
  readonly facts: unknown;
  readonly texts: unknown;
  readonly forgotten_at: unknown;
}

/** Selects bundle rows; a condition goes behind it. */
export const SELECT_BUNDLES = `SELECT id, facts, texts, forgotten_at FROM bundles
  LEFT JOIN bundle_texts ON bundle_texts.bundle_id = id
  LEFT JOIN forgotten_bundles ON forgotten_bundles.bundle_id = id`;

/** Returns the bundle of a row, its texts in place; refuses with `store_corrupt` what is not whole. */
export function fromBundleRow(path: string, row: BundleRow): BundleRecord {
  const id = `B${row.id}`;
  const facts = openBlob<BundleRecord>(path, row.facts, id);
  return withTexts(path, facts, {
    what: id,
    texts: row.texts,
    forgotten: row.forgotten_at !== null,
  });
}

/** Puts the stored texts of a row into its facts; a row that was not forgotten must have them. */
export function withTexts<T>(
  path: string,
  facts: T,
  { what, texts, forgotten }: { what: string; texts: unknown; forgotten: boolean },
): T {
  if (texts === null && forgotten) return facts;
  const whole =
    texts === null
      ? "mismatch"
      : putTexts(facts, openBlob<readonly string[]>(path, texts, `texts of ${what}`));
  if (whole === "mismatch") throw storeCorrupt(path, `${what} has lost its texts`);
  return whole;
}
