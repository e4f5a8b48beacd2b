import { EngineError, engineClosed } from "../errors.ts";

/** Stands around every call: none after the end, and a second try where the store turned out damaged. */
export interface CallGuard {
  /** Refuses with `engine_closed` after `close`. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Waits for the calls under way, then lets go of everything. Twice is once. */
  close(): Promise<void>;
}

export interface GuardOptions {
  /**
   * Lets go of a store found damaged, so that the next call opens a sound one; returns whether a second try can help.
   * `asOf` is what `epoch` said when the call began: of many calls that find the same damage the first one acts.
   */
  readonly recover: (cause: EngineError, asOf: number) => Promise<boolean>;
  /** Grows with every store that was let go of. */
  readonly epoch: () => number;
  readonly close: () => Promise<void>;
}

/** Returns a guard for the calls of one engine, so that a server outlives a damaged database. */
export function createCallGuard(options: GuardOptions): CallGuard {
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | "open" = "open";

  async function attempt<T>(call: () => Promise<T>): Promise<T> {
    const asOf = options.epoch();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== "store_corrupt") throw error;
      if (!(await options.recover(error, asOf))) throw error;
      return call();
    }
  }

  async function closeAll(): Promise<void> {
    await Promise.allSettled(underWay);
    await options.close();
  }

  return {
    async run(call) {
      if (closing !== "open") throw engineClosed();
      const running = attempt(call);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    close() {
      if (closing === "open") closing = closeAll();
      return closing;
    },
  };
}
