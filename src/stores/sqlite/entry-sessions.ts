import type { EntryScope, SessionSummary } from "../../ports/entry-store.ts";
import type { StoredHome } from "./entry-homes.ts";
import type { EntryTables } from "./entry-rows.ts";
import { listTitles, toSessionKey } from "./entry-titles.ts";

interface HomeSpan {
  readonly count: number;
  readonly first: number | null;
  readonly last: number | null;
}

interface Summing {
  readonly agent: string;
  readonly id: string;
  entryCount: number;
  first: number | null;
  last: number | null;
  isLocated: boolean;
  isPresent: boolean;
}

/** Returns every session with entries in the scope, the newest first, those without a time last. Call it inside a read transaction. */
export function listSessions(tables: EntryTables, scope: EntryScope): readonly SessionSummary[] {
  const found = new Map<string, Summing>();
  for (const home of tables.homes.list()) {
    if (home.session === "none" || !isIn(home, scope)) continue;
    const span = measureHome(tables, home.id);
    if (span.count === 0) continue;
    const { agent, id } = home.session;
    const key = toSessionKey({ agent, id });
    const sum = found.get(key) ?? emptySum(agent, id);
    found.set(key, sum);
    addHome(tables, sum, { id: home.id, span });
  }
  const titles = listTitles(tables.connection);
  return [...found.values()]
    .sort(compareSums)
    .map((sum) => toSummary(sum, titles.get(toSessionKey(sum)) ?? "unknown"));
}

function emptySum(agent: string, id: string): Summing {
  const span = { entryCount: 0, first: null, last: null };
  return { agent, id, ...span, isLocated: false, isPresent: false };
}

function isIn({ attribution }: StoredHome, { quarantined }: EntryScope): boolean {
  if (quarantined === "shown") return true;
  return (attribution === "unknown") === (quarantined === "only");
}

function measureHome({ connection }: EntryTables, id: number): HomeSpan {
  const span = connection.get<HomeSpan>(
    `SELECT count(*) AS count, min(epoch_ms) AS first, max(epoch_ms) AS last
     FROM entries WHERE home_id = ?`,
    id,
  );
  return span ?? { count: 0, first: null, last: null };
}

function addHome(
  { connection }: EntryTables,
  sum: Summing,
  { id, span }: { readonly id: number; readonly span: HomeSpan },
): void {
  sum.entryCount += span.count;
  sum.first = pick(Math.min, sum.first, span.first);
  sum.last = pick(Math.max, sum.last, span.last);
  const exists = (where: string): boolean =>
    connection.get(
      `SELECT 1 FROM entries JOIN locators ON entry_id = entries.id JOIN paths ON paths.id = path_id
       WHERE home_id = ?${where} LIMIT 1`,
      id,
    ) !== undefined;
  sum.isPresent ||= exists(" AND present = 1");
  sum.isLocated ||= sum.isPresent || exists("");
}

function pick(
  choose: (a: number, b: number) => number,
  a: number | null,
  b: number | null,
): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}

function compareSums(a: Summing, b: Summing): number {
  if (a.last !== b.last)
    return (b.last ?? Number.NEGATIVE_INFINITY) - (a.last ?? Number.NEGATIVE_INFINITY);
  return a.agent < b.agent || (a.agent === b.agent && a.id < b.id) ? -1 : 1;
}

function toSummary(sum: Summing, title: string): SessionSummary {
  return {
    agent: sum.agent,
    id: sum.id,
    title,
    entryCount: sum.entryCount,
    firstAt: toText(sum.first),
    lastAt: toText(sum.last),
    // What was never read from a file cannot have lost one.
    present: sum.isPresent || !sum.isLocated,
  };
}

function toText(ms: number | null): string {
  return ms === null ? "unknown" : new Date(ms).toISOString();
}
