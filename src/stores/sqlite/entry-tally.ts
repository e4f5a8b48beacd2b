import type { Entry } from "../../model/entry.ts";
import type { Connection } from "./connection.ts";
import { addToDays, dayOf } from "./entry-days.ts";
import type { EntryRow } from "./entry-rows.ts";
import type { EntryCounts, StoreState } from "./entry-state.ts";
import { requireVersionBlob } from "./version-blob.ts";

/** What of a row is counted. */
type CountedRow = Pick<EntryRow, "hidden" | "epoch_ms">;

/** An entry and the row that holds it. */
export interface HeldEntry {
  readonly row: EntryRow;
  readonly entry: Entry;
}

/** An entry and the row it gets. */
interface ComingEntry {
  readonly row: CountedRow;
  readonly entry: Entry;
}

/** Keeps the state of a store in step with the rows that one write transaction changes. */
export interface Tally {
  /** As it was when the transaction began. */
  readonly state: StoreState;
  /** Counts a new entry and returns its id. */
  add(coming: ComingEntry): number;
  /**
   * Counts an entry that becomes another one, and returns its id from now on: a new one where the index has to read it
   * again. What the index holds of it then is a dead document.
   */
  replace(before: HeldEntry, after: ComingEntry): number;
  /** Counts an entry that is gone; what the index holds of it is a dead document. */
  remove(before: HeldEntry): void;
  /** Says that something else changed that a reader could see. */
  touch(): void;
  /** Writes what follows from all this and returns the state from now on. */
  finish(): StoreState;
}

/** What a transaction has changed so far. */
interface Draft {
  readonly before: StoreState;
  readonly state: { -readonly [K in keyof StoreState]: StoreState[K] };
  readonly days: Map<string, number>;
  readonly dead: HeldEntry[];
  isTouched: boolean;
  isRangeLost: boolean;
}

/** Starts counting. Call it, and what it returns, inside one write transaction. */
export function createTally(connection: Connection, state: StoreState): Tally {
  const draft: Draft = {
    before: state,
    state: { ...state },
    days: new Map(),
    dead: [],
    isTouched: false,
    isRangeLost: false,
  };
  return {
    state,
    add(coming) {
      include(draft, coming);
      const { indexedAt } = coming.entry;
      const { changedAt } = draft.state;
      if (changedAt === "unknown" || indexedAt > changedAt) draft.state.changedAt = indexedAt;
      return takeId(draft);
    },
    replace(before, after) {
      exclude(draft, before);
      include(draft, after);
      if (isIndexedAlike(before.entry, after.entry)) return before.row.id;
      bury(draft, before);
      return takeId(draft);
    },
    remove(before) {
      exclude(draft, before);
      bury(draft, before);
    },
    touch() {
      draft.isTouched = true;
    },
    finish: () => finish(connection, draft),
  };
}

function include(draft: Draft, { row, entry }: ComingEntry): void {
  count(draft, row, 1);
  const ms = observedMs(row, entry);
  if (ms === "none") return;
  const { newestObserved: newest, oldestObserved: oldest } = draft.state;
  draft.state.newestObserved = newest === "unknown" ? ms : Math.max(newest, ms);
  draft.state.oldestObserved = oldest === "unknown" ? ms : Math.min(oldest, ms);
}

function exclude(draft: Draft, { row, entry }: HeldEntry): void {
  count(draft, row, -1);
  const ms = observedMs(row, entry);
  const { newestObserved, oldestObserved } = draft.state;
  if (ms === newestObserved || ms === oldestObserved) draft.isRangeLost = true;
}

function count(draft: Draft, row: CountedRow, by: 1 | -1): void {
  const { state, days } = draft;
  draft.isTouched = true;
  const side = row.hidden === 1 ? "hidden" : "visible";
  state[side] = changeBy(state[side], row.epoch_ms === null ? "undated" : "dated", by);
  if (row.epoch_ms === null) return;
  const key = `${row.hidden} ${dayOf(row.epoch_ms)}`;
  days.set(key, (days.get(key) ?? 0) + by);
}

function takeId({ state }: Draft): number {
  const id = state.nextId;
  state.nextId += 1;
  state.unindexed += 1;
  return id;
}

function bury(draft: Draft, held: HeldEntry): void {
  const { before, state, dead } = draft;
  // A publication under way may hold what was not indexed yet: it has to begin again.
  state.indexEpoch = before.indexEpoch + 1;
  if (held.row.id > before.watermark) state.unindexed -= 1;
  else dead.push(held);
}

function finish(connection: Connection, draft: Draft): StoreState {
  const { state, days, dead } = draft;
  if (draft.isTouched) state.generation += 1;
  addToDays(connection, days);
  for (const { row, entry } of dead) {
    connection.run(
      "INSERT OR IGNORE INTO dead_documents (key, version) VALUES (?, ?)",
      row.key,
      requireVersionBlob(entry.version),
    );
  }
  if (draft.isRangeLost) Object.assign(state, measureObserved(connection));
  return state;
}

/** Reads the range of observed times again; needed only when one of its ends was taken away. */
function measureObserved(
  connection: Connection,
): Pick<StoreState, "newestObserved" | "oldestObserved"> {
  // Attributes stand behind a checksum of eight digits; `w` begins with the basis of their time.
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
  const { dated, undated } = counts;
  return of === "dated" ? { dated: dated + by, undated } : { dated, undated: undated + by };
}
