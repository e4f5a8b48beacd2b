import { join } from "node:path";
import { EngineError } from "../../errors.ts";
import type { Connection } from "./connection.ts";
import { LEDGER_FORMAT } from "./ledger-format.ts";
import { openDatabase } from "./open-database.ts";

/** An answer does not wait long for a ledger that is locked: it says that nothing could be read. */
const READ_TIMEOUTS = { busyTimeoutMs: 500, openTimeoutMs: 500 };

/** `ledger.db`, opened when it is first used and again after anything went wrong with it. */
export interface LedgerFile {
  readonly path: string;
  /** Runs `work` on the open database, or returns `"missing"` when there is none to read. */
  read<T>(work: (open: Connection) => T): Promise<T | "missing">;
  /** Creates the file where there is none. */
  write<T>(work: (open: Connection) => T): Promise<T>;
  close(): Promise<void>;
}

/** Returns the ledger of a data folder; nothing is opened or created yet. */
export function ledgerFile(folder: string): LedgerFile {
  const path = join(folder, "ledger.db");
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
    path,
    read: (work) => inTurn(() => use("readonly", work)),
    write: (work) =>
      inTurn(async () => {
        const done = await use("readwrite", work);
        if (done === "missing") throw new Error(`${path} vanished while it was opened`);
        return done;
      }),
    close: () => inTurn(async () => close()),
  };
}
