import { join } from "node:path";
import { EngineError, storeCorrupt } from "../../errors.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { Observation } from "../../model/observation.ts";
import type { ObservationLog } from "../../ports/observation-log.ts";
import type { Connection } from "./connection.ts";
import { sizeOf } from "./data-folder.ts";
import { forgetObservations } from "./ledger-forget.ts";
import { LEDGER_FORMAT } from "./ledger-format.ts";
import { openDatabase } from "./open-database.ts";
import { openJson, sealJson } from "./stored-json.ts";

/** An answer does not wait long for a ledger that is locked: it says that no live check could be read. */
const READ_TIMEOUTS = { busyTimeoutMs: 500, openTimeoutMs: 500 };

/**
 * Opens the observations of a data folder, in `ledger.db`. The file appears with the first observation: listing reads,
 * and creates nothing. Refuses as `openDatabase` does when it is used; a damaged ledger is never replaced, and one
 * that was mended meanwhile is read again at the next call.
 */
export function openSqliteObservationLog(folder: string): ObservationLog {
  const path = join(folder, "ledger.db");
  const ledger = openLedger(path);
  return {
    async list(artifacts) {
      const found = await ledger.use("readonly", (connection) =>
        connection.read(() => findObservations(connection, artifacts)),
      );
      return found === "missing" ? [] : found;
    },
    async append(observation) {
      const stored = await ledger.use("readwrite", (connection) =>
        connection.write(() =>
          connection.run(
            "INSERT INTO observations (artifact, observation) VALUES (?, ?)",
            observation.artifact,
            sealJson(observation),
          ),
        ),
      );
      if (stored === "missing") throw new Error(`${path} vanished while it was opened`);
    },
    async forget(artifacts, at) {
      // A ledger without an observation is not created to say so.
      if (sizeOf(path) === 0) return 0;
      const count = await ledger.use("readwrite", (connection) =>
        forgetObservations(connection, artifacts, at),
      );
      return count === "missing" ? 0 : count;
    },
    async check() {
      const count = await ledger.use("readonly", (connection) =>
        connection.read(() => countObservations(connection)),
      );
      return count === "missing" ? 0 : count;
    },
    close: () => ledger.close(),
  };
}

interface Ledger {
  /** Runs `work` on the open database, or returns `"missing"` when there is none to read. */
  use<T>(mode: "readwrite" | "readonly", work: (open: Connection) => T): Promise<T | "missing">;
  close(): Promise<void>;
}

/** Opens the file when it is first used, and again after anything went wrong with it. */
function openLedger(path: string): Ledger {
  let connection: Connection | undefined;

  function close(): void {
    connection?.close();
    connection = undefined;
  }

  async function open(mode: "readwrite" | "readonly"): Promise<Connection | "missing"> {
    if (connection !== undefined && (connection.writable || mode === "readonly")) return connection;
    close();
    const timeouts = mode === "readonly" ? READ_TIMEOUTS : {};
    const opened = await openDatabase({ path, mode, format: LEDGER_FORMAT, ...timeouts });
    if (opened !== "missing") connection = opened;
    return opened;
  }

  async function use<T>(
    mode: "readwrite" | "readonly",
    work: (open: Connection) => T,
  ): Promise<T | "missing"> {
    try {
      const opened = await open(mode);
      return opened === "missing" ? opened : work(opened);
    } catch (error) {
      if (error instanceof EngineError) close();
      throw error;
    }
  }

  let queue: Promise<unknown> = Promise.resolve();
  // One at a time: calls made together would each open a connection, and all but the last would stay open.
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = Promise.allSettled([result]);
    return result;
  }
  return {
    use: (mode, work) => inTurn(() => use(mode, work)),
    close: () => inTurn(async () => close()),
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
