import { join } from "node:path";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { Observation } from "../../model/observation.ts";
import type { ObservationLog } from "../../ports/observation-log.ts";
import type { Connection } from "./connection.ts";
import { LEDGER_FORMAT } from "./ledger-format.ts";
import { openDatabase } from "./open-database.ts";

/**
 * Opens the observations of a data folder, in `ledger.db`. The file appears with the first observation: listing reads,
 * and creates nothing. Refuses as `openDatabase` does when it is first used; a damaged ledger is never replaced.
 */
export function openSqliteObservationLog(folder: string): ObservationLog {
  const path = join(folder, "ledger.db");
  let connection: Connection | undefined;

  async function open(mode: "readwrite" | "readonly"): Promise<Connection | "missing"> {
    if (connection !== undefined && (connection.writable || mode === "readonly")) return connection;
    connection?.close();
    connection = undefined;
    const opened = await openDatabase({ path, mode, format: LEDGER_FORMAT });
    if (opened !== "missing") connection = opened;
    return opened;
  }

  return {
    async list(artifacts) {
      const ledger = await open("readonly");
      return ledger === "missing" ? [] : ledger.read(() => findObservations(ledger, artifacts));
    },
    async append(observation) {
      const ledger = await open("readwrite");
      if (ledger === "missing") throw new Error(`${path} vanished while it was opened`);
      ledger.write(() =>
        ledger.run(
          "INSERT INTO observations (artifact, observation) VALUES (?, ?)",
          observation.artifact,
          JSON.stringify(observation),
        ),
      );
    },
    close: async () => connection?.close(),
  };
}

function findObservations(
  ledger: Connection,
  artifacts: readonly ArtifactRef[],
): readonly Observation[] {
  const rows = [...new Set(artifacts)].flatMap((artifact) =>
    ledger.all<{ observation: string }>(
      "SELECT observation FROM observations WHERE artifact = ? ORDER BY id DESC",
      artifact,
    ),
  );
  return rows
    .map((row) => JSON.parse(row.observation) as Observation)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
