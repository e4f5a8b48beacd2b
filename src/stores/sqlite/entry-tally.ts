import type { Entry } from "../../model/entry.ts";
import type { Connection } from "./connection.ts";
import type { EntryRow } from "./entry-rows.ts";
import type { EntryCounts, StoreState } from "./entry-state.ts";
import { requireVersionBlob } from "./version-blob.ts";

/** What of a row is counted. */
type CountedRow = Pick<EntryRow, "hidden" | "epoch_ms">;

/** Keeps the state of a store in step with the rows that one write transaction changes. */
export interface Tally {
  /** As it was when the transaction began. */
  readonly state: StoreState;
  /** Counts a new entry and returns its id. */
  add(row: CountedRow, entry: Entry): number;
  /**
   * Counts an entry that becomes another one, and returns its id from now on: a new one where the index has to read it
   * again. What the index holds of it then is a dead document.
   */
  replace(before: CountedEntry, after: CountedEntryNow, connection: Connection): number;
  /** Counts an entry that is gone; what the index holds of it is a dead document. */
  remove(before: CountedEntry, connection: Connection): void;
  /** Says that something else changed that a reader could see. */
  touch(): void;
  /** Returns the state from now on. */
  finish(): StoreState;
}

interface CountedEntry {
  readonly row: EntryRow;
  readonly entry: Entry;
}

interface CountedEntryNow {
  readonly row: CountedRow;
  readonly entry: Entry;
}

type Draft = { -readonly [K in keyof StoreState]: StoreState[K] };

/** Starts counting. Call it, and what it returns, inside one write transaction. */
export function createTally(state: StoreState): Tally {
  const draft: Draft = { ...state };
  let isTouched = false;
  let isRangeLost = false;
  let lostTo: Connection | undefined;

  function count(row: CountedRow, by: 1 | -1): void {
    const side = row.hidden === 1 ? "hidden" : "visible";
    draft[side] = changeBy(draft[side], row.epoch_ms === null ? "undated" : "dated", by);
  }

  function takeId(): number {
    const id = draft.nextId;
    draft.nextId += 1;
    draft.unindexed += 1;
    return id;
  }

  function include(row: CountedRow, entry: Entry): void {
    const ms = observedMs(row, entry);
    if (ms === "none") return;
    const { newestObserved: newest, oldestObserved: oldest } = draft;
    draft.newestObserved = newest === "unknown" ? ms : Math.max(newest, ms);
    draft.oldestObserved = oldest === "unknown" ? ms : Math.min(oldest, ms);
  }

  function exclude({ row, entry }: CountedEntry, connection: Connection): void {
    const ms = observedMs(row, entry);
    if (ms !== draft.newestObserved && ms !== draft.oldestObserved) return;
    isRangeLost = true;
    lostTo = connection;
  }

  function bury({ row, entry }: CountedEntry, connection: Connection): void {
    draft.unindexed -= row.id > state.watermark ? 1 : 0;
    // A publication under way may hold what was not indexed yet: it has to begin again.
    draft.indexEpoch = state.indexEpoch + 1;
    if (row.id > state.watermark) return;
    connection.run(
      "INSERT OR IGNORE INTO dead_documents (key, version) VALUES (?, ?)",
      row.key,
      requireVersionBlob(entry.version),
    );
  }

  return {
    state,
    add(row, entry) {
      isTouched = true;
      count(row, 1);
      include(row, entry);
      if (draft.changedAt === "unknown" || entry.indexedAt > draft.changedAt) {
        draft.changedAt = entry.indexedAt;
      }
      return takeId();
    },
    replace(before, { row, entry }, connection) {
      isTouched = true;
      count(before.row, -1);
      count(row, 1);
      exclude(before, connection);
      include(row, entry);
      if (isIndexedAlike(before.entry, entry)) return before.row.id;
      bury(before, connection);
      return takeId();
    },
    remove(before, connection) {
      isTouched = true;
      count(before.row, -1);
      exclude(before, connection);
      bury(before, connection);
    },
    touch() {
      isTouched = true;
    },
    finish() {
      if (isTouched) draft.generation += 1;
      if (isRangeLost && lostTo !== undefined) Object.assign(draft, measureObserved(lostTo));
      return draft;
    },
  };
}

/** Reads the range again; only when its end was taken away. */
function measureObserved(
  connection: Connection,
): Pick<StoreState, "newestObserved" | "oldestObserved"> {
  const find = (order: "ASC" | "DESC"): number | "unknown" =>
    connection.get<{ epoch_ms: number }>(
      `SELECT epoch_ms FROM entries WHERE hidden = 0 AND epoch_ms IS NOT NULL
       AND json_extract(substr(attributes, 9), '$.w[0]') = 'observed'
       ORDER BY epoch_ms ${order} LIMIT 1`,
    )?.epoch_ms ?? "unknown";
  return { newestObserved: find("DESC"), oldestObserved: find("ASC") };
}

function observedMs(row: CountedRow, { time }: Entry): number | "none" {
  return row.hidden === 0 && time.basis === "observed" && row.epoch_ms !== null
    ? row.epoch_ms
    : "none";
}

/** Whether the index would hold both alike: it reads the text as its kind says, and the title. */
function isIndexedAlike(a: Entry, b: Entry): boolean {
  return a.version === b.version && a.textKind === b.textKind && a.title === b.title;
}

function changeBy(counts: EntryCounts, of: keyof EntryCounts, by: number): EntryCounts {
  return { ...counts, [of]: counts[of] + by };
}
