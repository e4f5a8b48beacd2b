import { EngineError } from "../../errors.ts";
import { importStopped } from "../../errors-of-entries.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { EntryMark } from "../../model/entry.ts";
import type { AppendReport, EntryBatch, EntryStore } from "../../ports/entry-store.ts";

/** Where an import puts what it read. */
export interface EntryKeeper {
  /** Keeps a batch whole or refuses; says what became of its entries. */
  keep(batch: EntryBatch): Promise<AppendReport>;
  /** Adds marks to entries kept before. */
  mark(refs: readonly ArtifactRef[], add: readonly EntryMark[]): Promise<void>;
}

/** A store that another process holds is tried again so often, each time after a longer wait; beside its own busy timeout. */
const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 50;

/**
 * Returns a keeper that writes. A store that stays busy, a full disk, and whatever else the store refuses ends the import with
 * the refusal, which says how many entries were kept before: a batch is kept whole, so running again goes on behind them.
 */
export function createStoreKeeper(
  store: Pick<EntryStore, "append" | "mark">,
  wait: (ms: number) => Promise<void>,
): EntryKeeper {
  let kept = 0;
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        if (error.code !== "store_busy" || tried === MAX_ATTEMPTS) throw importStopped(error, kept);
        await wait(FIRST_WAIT_MS * 2 ** (tried - 1));
      }
    }
  }
  return {
    async keep(batch) {
      const report = await attempt(() => store.append(batch));
      kept += report.added + report.changed;
      return report;
    },
    async mark(refs, add) {
      for (const ref of refs) await attempt(() => store.mark(ref, { add }));
    },
  };
}
