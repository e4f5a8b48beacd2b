import type { EntryGeneration } from "../../ports/entry-store.ts";
import type { Connection } from "./connection.ts";
import { openJson, sealJson } from "./stored-json.ts";

/** What a store knows of itself without counting: one row, written by every transaction that changes anything. */
export interface StoreState {
  readonly projectId: string;
  /** Grows with every change that a reader could see. */
  readonly generation: number;
  /** The next `entries.id`. */
  readonly nextId: number;
  /** Entries up to this id are in the index. */
  readonly watermark: number;
  /** Grows whenever a publication under way has lost its ground. */
  readonly indexEpoch: number;
  readonly indexVersion: string;
  readonly unindexed: number;
  readonly tombstones: number;
  readonly visible: EntryCounts;
  readonly hidden: EntryCounts;
  /** Milliseconds, of visible entries with a time of basis `observed`. */
  readonly newestObserved: number | "unknown";
  readonly oldestObserved: number | "unknown";
  readonly changedAt: string;
}

/** How many entries stand in a list by time, and how many do not. */
export interface EntryCounts {
  readonly dated: number;
  readonly undated: number;
}

const NOTHING: EntryCounts = { dated: 0, undated: 0 };

/** Returns the state of a new store. */
export function emptyState(projectId: string): StoreState {
  return {
    projectId,
    generation: 0,
    nextId: 1,
    watermark: 0,
    indexEpoch: 0,
    indexVersion: "none",
    unindexed: 0,
    tombstones: 0,
    visible: NOTHING,
    hidden: NOTHING,
    newestObserved: "unknown",
    oldestObserved: "unknown",
    changedAt: "unknown",
  };
}

/** Returns the state, or `"missing"` in a file that was created and never opened to the end. */
export function findState(connection: Connection): StoreState | "missing" {
  const row = connection.get<{ state: string }>("SELECT state FROM state WHERE id = 1");
  return row === undefined ? "missing" : openJson<StoreState>(connection.path, row.state);
}

/** Returns the state of a store that was opened. */
export function loadState(connection: Connection): StoreState {
  const state = findState(connection);
  if (state === "missing") throw new Error(`${connection.path} lost its state row`);
  return state;
}

/** Keeps a state. Call it inside the transaction that made it. */
export function saveState(connection: Connection, state: StoreState): void {
  connection.run("INSERT OR REPLACE INTO state (id, state) VALUES (1, ?)", sealJson(state));
}

/** Returns what a caller may know of a state. */
export function toGeneration(state: StoreState): EntryGeneration {
  const { visible, hidden } = state;
  const quarantinedCount = hidden.dated + hidden.undated;
  return {
    id: state.generation,
    entryCount: visible.dated + visible.undated + quarantinedCount,
    undatedCount: visible.undated + hidden.undated,
    quarantinedCount,
    unindexedCount: state.unindexed,
    newestObservedAt: toText(state.newestObserved),
    oldestObservedAt: toText(state.oldestObserved),
    changedAt: state.changedAt,
  };
}

function toText(ms: number | "unknown"): string {
  return ms === "unknown" ? "unknown" : new Date(ms).toISOString();
}
