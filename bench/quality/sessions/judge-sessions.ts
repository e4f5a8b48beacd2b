import type { ShippedProgram } from "../../shipped-program.ts";
import { type Half, halfOf } from "../halves.ts";
import { askTimeline, type TimelineFigures } from "./ask-timeline.ts";
import { askUnanswerable, type UnanswerableFigures } from "./ask-unanswerable.ts";
import { openShippedSessions } from "./fold-hits.ts";
import { importSessions } from "./import-sessions.ts";
import { openFts5Sessions, openIndexedSessions, type SessionRanker } from "./rank-sessions.ts";
import type { SessionSet } from "./session-set.ts";

/** How well one way of ranking finds a session that answers; shares of all questions, 0 to 1. */
export interface SessionRow {
  readonly name: string;
  readonly first: number;
  readonly inFive: number;
  readonly mrr: number;
  /** The same two on each half: constants are chosen on one and judged on the other. */
  readonly halves: Readonly<Record<Half, { readonly first: number; readonly inFive: number }>>;
}

/** One set of sessions judged. */
export interface JudgedSessions {
  readonly name: string;
  readonly sessions: number;
  readonly turns: number;
  readonly answerable: number;
  readonly rows: readonly SessionRow[];
  readonly unanswerable: UnanswerableFigures;
  readonly timeline: TimelineFigures;
}

/** Names of the rows that pass marks are about. */
export const PLAIN_FTS5 = "fts5, a document a session";
export const INDEX_ALONE = "index, a document a session";
export const SHIPPED = "shipped search, folded";

/** Imports a set with the built program and asks it every question; FTS5 and the index alone get a document a session. */
export async function judgeSessions(
  program: ShippedProgram,
  set: SessionSet,
): Promise<JudgedSessions> {
  const { engine, remove } = await importSessions(program, set);
  try {
    const rankers: readonly SessionRanker[] = [
      openFts5Sessions(set, PLAIN_FTS5, "left out"),
      openFts5Sessions(set, `${PLAIN_FTS5}, folder named`, "named"),
      openIndexedSessions(set, `${INDEX_ALONE}, no folder`, "left out"),
      openIndexedSessions(set, INDEX_ALONE, "named"),
      openShippedSessions(engine, "shipped search, first hit", "first"),
      openShippedSessions(engine, SHIPPED, "sum"),
    ];
    const rows: SessionRow[] = [];
    for (const ranker of rankers) rows.push(await judgeRanker(set, ranker));
    return {
      name: set.name,
      sessions: set.sessions.size,
      turns: [...set.sessions.values()].flat().length,
      answerable: answerableOf(set).length,
      rows,
      unanswerable: await askUnanswerable(engine, set),
      timeline: await askTimeline(engine, set),
    };
  } finally {
    await remove();
  }
}

async function judgeRanker(set: SessionSet, ranker: SessionRanker): Promise<SessionRow> {
  const places: { readonly half: Half; readonly place: number }[] = [];
  for (const { evidence, id, question } of answerableOf(set)) {
    const ranked = await ranker.rank(question);
    const found = ranked.findIndex((session) => evidence.has(session));
    places.push({
      half: halfOf(set.name, id),
      place: found < 0 ? Number.POSITIVE_INFINITY : found,
    });
  }
  await ranker.close();
  const all = places.map(({ place }) => place);
  const ofHalf = (wanted: Half): readonly number[] =>
    places.filter(({ half }) => half === wanted).map(({ place }) => place);
  return {
    name: ranker.name,
    ...shares(all),
    mrr: all.reduce((sum, place) => sum + 1 / (place + 1), 0) / all.length,
    halves: { choose: shares(ofHalf("choose")), report: shares(ofHalf("report")) },
  };
}

function answerableOf({ questions }: SessionSet): SessionSet["questions"] {
  return questions.filter(({ evidence }) => evidence.size > 0);
}

function shares(places: readonly number[]): { readonly first: number; readonly inFive: number } {
  const below = (limit: number): number =>
    places.filter((place) => place < limit).length / places.length;
  return { first: below(1), inFive: below(5) };
}
