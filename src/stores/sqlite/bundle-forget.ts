import { createHash } from "node:crypto";
import type { ArtifactRef } from "../../model/artifact.ts";
import { isEntry } from "../is-entry.ts";
import { entomb } from "./bundle-rows.ts";
import type { Connection } from "./connection.ts";
import { rewriteDatabase } from "./rewrite-database.ts";

/**
 * Takes every word out of the bundles that name one of these artifacts, and rewrites the file so that nothing of them is left in
 * it. Returns how many bundles lost their words. Refuses with `store_busy` when a reader is in the way: what was removed may then
 * still be in the file.
 */
export function forgetBundles(
  ledger: Connection,
  artifacts: readonly ArtifactRef[],
  at: string,
): number {
  const count = ledger.write(() =>
    [...new Set(artifacts)].reduce((sum, artifact) => sum + bury(ledger, artifact, at), 0),
  );
  rewriteDatabase(ledger);
  return count;
}

/** Returns the bundles that name one of these artifacts, or are named with one as their answer, and still have their words. */
export function findNaming(
  ledger: Connection,
  artifacts: readonly ArtifactRef[],
): readonly number[] {
  const found = new Set<number>();
  for (const artifact of new Set(artifacts)) {
    const rows = ledger.all<{ id: number }>(
      `SELECT bundle_id AS id FROM (
         SELECT bundle_id FROM bundle_artifacts WHERE artifact = ?
         UNION SELECT bundle_id FROM sequel_artifacts WHERE artifact = ?
       ) WHERE bundle_id NOT IN (SELECT bundle_id FROM forgotten_bundles)`,
      artifact,
      artifact,
    );
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}

function bury(ledger: Connection, artifact: ArtifactRef, at: string): number {
  if (isEntry(artifact)) {
    ledger.run(
      "INSERT OR IGNORE INTO forgotten_entries (artifact_sha256) VALUES (?)",
      createHash("sha256").update(artifact).digest(),
    );
  }
  const naming = findNaming(ledger, [artifact]);
  for (const id of naming) {
    entomb(ledger, id, { artifact, at });
    ledger.run("DELETE FROM sequel_texts WHERE bundle_id = ?", id);
    ledger.run("DELETE FROM bundle_texts WHERE bundle_id = ?", id);
  }
  return naming.length;
}
