import type { Engine } from "../../../src/model/engine.ts";
import type { Hit } from "../../../src/model/search-response.ts";
import type { SessionRanker } from "./rank-sessions.ts";

/** All hits that a search can give, shown in no more words than folding needs. */
const EVERY_HIT = {
  sources: ["sessions"],
  limit: 100,
  detail: "identity",
  capBytes: 1_000_000,
} as const;

/** What another hit of a session adds beside the one before it. */
const NEXT_COUNTS = 0.5;

/**
 * Ranks sessions by what `engine.search` finds of them: `first` by its best hit alone; `sum` by all of its hits, each counting
 * half as much as the one before it, since a session of many turns says one thing in several of them.
 */
export function openShippedSessions(
  engine: Engine,
  name: string,
  fold: "first" | "sum",
): SessionRanker {
  return {
    name,
    async rank(question) {
      const { hits } = await engine.search(question, EVERY_HIT);
      return fold === "first" ? [...new Set(hits.map(sessionOf))] : sumUp(hits);
    },
    close: async () => undefined,
  };
}

function sumUp(hits: readonly Hit[]): readonly string[] {
  const sums = new Map<string, { total: number; counts: number }>();
  for (const hit of hits) {
    const session = sessionOf(hit);
    const sum = sums.get(session) ?? { total: 0, counts: 1 };
    sum.total += hit.score * sum.counts;
    sum.counts *= NEXT_COUNTS;
    sums.set(session, sum);
  }
  return [...sums]
    .sort(([, left], [, right]) => right.total - left.total)
    .map(([session]) => session);
}

function sessionOf({ artifact, entry }: Hit): string {
  if (entry === undefined) throw new Error(`${artifact} is no entry, though sessions were asked.`);
  return entry.session;
}
