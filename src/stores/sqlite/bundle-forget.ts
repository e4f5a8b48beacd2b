import { createHash } from "node:crypto";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { BundleSelection } from "../../ports/ledger-store.ts";
import { bundleNumber } from "../bundle-line.ts";
import { isEntry } from "../is-entry.ts";
import { entomb } from "./bundle-rows.ts";
import type { Connection } from "./connection.ts";
import { rewriteDatabase } from "./rewrite-database.ts";

/**
 * Takes every word out of these bundles, and rewrites the file so that nothing of them is left in it. Returns how many lost their
 * words. Refuses with `store_busy` when a reader is in the way: what was removed may then still be in the file.
 */
export function forgetBundles(ledger: Connection, selection: BundleSelection, at: string): number {
  const count = ledger.write(() => {
    noteForgotten(ledger, selection.artifacts);
    const selected = findSelected(ledger, selection);
    for (const [id, artifact] of selected) {
      entomb(ledger, id, { artifact, at });
      ledger.run("DELETE FROM sequel_texts WHERE bundle_id = ?", id);
      ledger.run("DELETE FROM bundle_texts WHERE bundle_id = ?", id);
    }
    return selected.size;
  });
  rewriteDatabase(ledger);
  return count;
}

/**
 * Returns the bundles of a selection that still have their words, each with the artifact that it is selected by: one that it names,
 * or the answer in which it was used.
 */
export function findSelected(
  ledger: Connection,
  { artifacts, bundles }: BundleSelection,
): ReadonlyMap<number, ArtifactRef | "none"> {
  const found = new Map<number, ArtifactRef | "none">();
  for (const id of bundles) {
    const number = bundleNumber(id);
    if (number === "malformed") continue;
    const row = ledger.get("SELECT 1 FROM bundle_texts WHERE bundle_id = ?", number);
    if (row !== undefined) found.set(number, "none");
  }
  for (const artifact of new Set(artifacts)) {
    const rows = ledger.all<{ id: number }>(
      `SELECT bundle_id AS id FROM (
         SELECT bundle_id FROM bundle_artifacts
         WHERE artifact_id = (SELECT id FROM named_artifacts WHERE artifact = ?)
         UNION SELECT bundle_id FROM sequel_artifacts WHERE artifact = ?
       ) WHERE bundle_id NOT IN (SELECT bundle_id FROM forgotten_bundles)`,
      artifact,
      artifact,
    );
    for (const { id } of rows) found.set(id, artifact);
  }
  return found;
}

/** A bundle that is made of it at this moment must not bring its words back. */
function noteForgotten(ledger: Connection, artifacts: readonly ArtifactRef[]): void {
  for (const artifact of artifacts) {
    if (!isEntry(artifact)) continue;
    ledger.run(
      "INSERT OR IGNORE INTO forgotten_entries (artifact_sha256) VALUES (?)",
      createHash("sha256").update(artifact).digest(),
    );
  }
}
