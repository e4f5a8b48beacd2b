import { storeCorrupt } from "../../errors.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { Observation } from "../../model/observation.ts";
import type { ObservationLog } from "../../ports/observation-log.ts";
import type { Connection } from "./connection.ts";
import { sizeOf } from "./data-folder.ts";
import { ledgerFile } from "./ledger-connection.ts";
import { forgetObservations } from "./ledger-forget.ts";
import { openJson, sealJson } from "./stored-json.ts";

/**
 * Opens the observations of a data folder, in `ledger.db`. The file appears with the first observation: listing reads,
 * and creates nothing. Refuses as `openDatabase` does when it is used; a damaged ledger is never replaced, and one
 * that was mended meanwhile is read again at the next call.
 */
export function openSqliteObservationLog(folder: string): ObservationLog {
  const ledger = ledgerFile(folder);
  return {
    async list(artifacts) {
      const found = await ledger.read((connection) =>
        connection.read(() => findObservations(connection, artifacts)),
      );
      return found === "missing" ? [] : found;
    },
    async append(observation) {
      await ledger.write((connection) =>
        connection.write(() =>
          connection.run(
            "INSERT INTO observations (artifact, observation) VALUES (?, ?)",
            observation.artifact,
            sealJson(observation),
          ),
        ),
      );
    },
    async forget(artifacts, at) {
      // A ledger without an observation is not created to say so.
      if (sizeOf(ledger.path) === 0) return 0;
      return ledger.write((connection) => forgetObservations(connection, artifacts, at));
    },
    async check() {
      const count = await ledger.read((connection) =>
        connection.read(() => countObservations(connection)),
      );
      return count === "missing" ? 0 : count;
    },
    close: () => ledger.close(),
  };
}

interface ObservationRow {
  readonly artifact: ArtifactRef;
  readonly observation: string;
}

function findObservations(
  ledger: Connection,
  artifacts: readonly ArtifactRef[],
): readonly Observation[] {
  const rows = [...new Set(artifacts)].flatMap((artifact) =>
    ledger.all<ObservationRow>(
      "SELECT artifact, observation FROM observations WHERE artifact = ? ORDER BY id DESC",
      artifact,
    ),
  );
  return rows
    .map((row) => fromRow(ledger, row))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function countObservations(ledger: Connection): number {
  const [finding] = ledger.all<{ quick_check: string }>("PRAGMA quick_check(1)");
  if (finding !== undefined && finding.quick_check !== "ok") {
    throw storeCorrupt(ledger.path, finding.quick_check);
  }
  const rows = ledger.all<ObservationRow>("SELECT artifact, observation FROM observations");
  for (const row of rows) fromRow(ledger, row);
  return rows.length;
}

function fromRow(ledger: Connection, { artifact, observation }: ObservationRow): Observation {
  const opened = openJson<Observation>(ledger.path, observation);
  // An observation under another artifact's name would vouch for what nobody looked at.
  if (opened.artifact === artifact) return opened;
  throw storeCorrupt(ledger.path, `an observation of ${opened.artifact} stands under ${artifact}`);
}
