import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { Observation } from "../../src/model/observation.ts";
import { LEDGER_FORMAT } from "../../src/stores/sqlite/ledger-format.ts";
import { APPLICATION_ID } from "../../src/stores/sqlite/open-database.ts";
import { sealJson } from "../../src/stores/sqlite/stored-json.ts";

/** Writes a ledger as an earlier release left it, of format 1 or 2, with these observations. */
export function anOlderLedger(
  folder: string,
  format: number,
  observations: readonly Observation[],
): void {
  const db = new DatabaseSync(join(folder, "ledger.db"));
  db.exec("PRAGMA journal_mode = WAL");
  for (const migration of LEDGER_FORMAT.migrations.slice(0, format)) db.exec(migration);
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${format}`);
  const insert = db.prepare("INSERT INTO observations (artifact, observation) VALUES (?, ?)");
  for (const observation of observations) insert.run(observation.artifact, sealJson(observation));
  db.close();
}

/** Which format a ledger has. */
export function formatOfLedger(folder: string): unknown {
  const db = new DatabaseSync(join(folder, "ledger.db"), { readOnly: true });
  const row = db.prepare("PRAGMA user_version").get() as Record<string, unknown>;
  db.close();
  return row["user_version"];
}
