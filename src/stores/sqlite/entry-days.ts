import type { Connection } from "./connection.ts";

const DAY_MS = 86_400_000;

/** The first and the last time a row can have, `Date`'s own. */
const EVER = { fromMs: -8.64e15, toMs: 8.64e15 } as const;

/** Dated entries between two times, half-open, on one side of the quarantine. */
export interface TimeRange {
  readonly hidden: number;
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** Returns the day of a time, counted from 1970 in UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Adds to the number of entries of days; each key is `hidden` and the day. Call it inside a write transaction. */
export function addToDays(connection: Connection, changes: ReadonlyMap<string, number>): void {
  for (const [key, change] of changes) {
    if (change === 0) continue;
    const [hidden = 0, day = 0] = key.split(" ").map(Number);
    connection.run(
      `INSERT INTO days (hidden, day, entries) VALUES (?1, ?2, ?3)
       ON CONFLICT (hidden, day) DO UPDATE SET entries = entries + ?3`,
      hidden,
      day,
      change,
    );
  }
}

/** Counts the entries of a range: whole days from their numbers, the two at its ends row by row. */
export function countRange(connection: Connection, range: TimeRange): number {
  const { hidden, fromMs = EVER.fromMs, toMs = EVER.toMs } = range;
  if (fromMs >= toMs) return 0;
  const firstWhole = Math.ceil(fromMs / DAY_MS);
  const endWhole = dayOf(toMs);
  if (firstWhole >= endWhole) return countRows(connection, { hidden, fromMs, toMs });
  const row = connection.get<{ count: number | null }>(
    "SELECT sum(entries) AS count FROM days WHERE hidden = ? AND day >= ? AND day < ?",
    hidden,
    firstWhole,
    endWhole,
  );
  return (
    countRows(connection, { hidden, fromMs, toMs: firstWhole * DAY_MS }) +
    (row?.count ?? 0) +
    countRows(connection, { hidden, fromMs: endWhole * DAY_MS, toMs })
  );
}

/** Whether every day says what its rows say. */
export function countsOfDaysHold(connection: Connection): boolean {
  const row = connection.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT hidden, CAST(floor(epoch_ms / ${DAY_MS}.0) AS INTEGER) AS day, count(*) AS entries
       FROM entries WHERE epoch_ms IS NOT NULL GROUP BY 1, 2
       EXCEPT SELECT hidden, day, entries FROM days)`,
  );
  return row?.count === 0;
}

function countRows(connection: Connection, { hidden, fromMs, toMs }: Required<TimeRange>): number {
  if (fromMs >= toMs) return 0;
  return (
    connection.get<{ count: number }>(
      `SELECT count(*) AS count FROM entries
       WHERE hidden = ? AND epoch_ms IS NOT NULL AND epoch_ms >= ? AND epoch_ms < ?`,
      hidden,
      fromMs,
      toMs,
    )?.count ?? 0
  );
}
