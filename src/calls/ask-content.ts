import { EngineError, type ErrorCode } from "../errors.ts";
import type { RefreshMode } from "../model/engine.ts";
import type { Standing } from "../pipeline/refresh/keep-projection.ts";
import { type Found, findCandidates } from "../pipeline/search/find-candidates.ts";
import type { IndexQuery } from "../ports/passage-index.ts";
import type { CallParts, Session } from "./session.ts";
import { reasonOf } from "./store-answer.ts";

/** The content store as a call found it: open, or not to be opened and why. */
export interface OpenedContent {
  readonly session: Session | "none";
  readonly standing: Standing;
  /** Why it does not answer; `none` when it does. The guard around calls has dealt with damage before this. */
  readonly failure: EngineError | "none";
}

/** The refusals of a content store that are its own fault. One that is found damaged is first opened anew by the guard. */
const OWN_FAULTS: ReadonlySet<ErrorCode> = new Set([
  "data_folder_unusable",
  "store_busy",
  "store_full",
  "store_newer",
  "store_readonly",
]);

/**
 * Opens the content store and has it stand as the mode allows. A store that cannot be opened takes nothing from the stores
 * of entries: it is an outcome, and whoever needs it refuses with `failure`.
 */
export async function openContent(parts: CallParts, mode: RefreshMode): Promise<OpenedContent> {
  try {
    const session = await parts.openSession(mode);
    return { session, standing: await session.keeper.stand(mode), failure: "none" };
  } catch (error) {
    if (!(error instanceof EngineError) || !OWN_FAULTS.has(error.code)) throw error;
    return { session: "none", standing: unavailable(reasonOf(error)), failure: error };
  }
}

function unavailable(reason: string): Standing {
  return {
    projection: {
      state: "unavailable",
      generation: "none",
      builtAt: "unknown",
      checkedAt: "unknown",
      refresh: { status: "failed", reason },
    },
    gaps: [],
  };
}

/** Finds candidates among the workspace's texts. Damaged index rows are repaired where the mode allows it. */
export function findInContent(
  parts: CallParts,
  session: Session,
  asked: { readonly query: IndexQuery; readonly mode: RefreshMode },
): Promise<Found> {
  const repairIndex = (): Promise<boolean> => repair(session, asked.mode);
  const { store, snapshot } = session;
  return findCandidates({ ...parts, store, snapshot, repairIndex }, asked.query);
}

async function repair(session: Session, mode: RefreshMode): Promise<boolean> {
  if (mode === "off" || !session.store.writable) return false;
  try {
    return (await session.keeper.refresh({ rebuild: true })).status === "refreshed";
  } catch (error) {
    // A store that is locked or full cannot be mended now; the stored text still answers.
    if (error instanceof EngineError && CANNOT_REPAIR.has(error.code)) return false;
    throw error;
  }
}

const CANNOT_REPAIR: ReadonlySet<ErrorCode> = new Set([
  "store_busy",
  "store_full",
  "store_readonly",
]);
