import { createHash } from "node:crypto";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { Observation } from "../../model/observation.ts";
import type { Connection } from "./connection.ts";
import { rewriteDatabase } from "./rewrite-database.ts";
import { openJson } from "./stored-json.ts";

/**
 * Replaces the observations of artifacts by tombstones, and rewrites the file so that nothing of them is left in it. Returns how
 * many there were. Refuses with `store_busy` when a reader is in the way: what was removed may then still be in the file.
 */
export function forgetObservations(
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

function bury(ledger: Connection, artifact: ArtifactRef, at: string): number {
  const rows = ledger.all<{ id: number; observation: string }>(
    "SELECT id, observation FROM observations WHERE artifact = ?",
    artifact,
  );
  const hash = createHash("sha256").update(artifact).digest("hex");
  for (const { id, observation } of rows) {
    const observed = openJson<Observation>(ledger.path, observation).at;
    ledger.run(
      `INSERT INTO forgotten_observations (id, artifact_sha256, observed_at, forgotten_at)
       VALUES (?, ?, ?, ?)`,
      id,
      hash,
      observed,
      at,
    );
    ledger.run("DELETE FROM observations WHERE id = ?", id);
  }
  return rows.length;
}
