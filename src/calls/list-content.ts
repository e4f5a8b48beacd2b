import type { Gap } from "../model/gap.ts";
import { isDated } from "../model/instant.ts";
import { scanStoredText } from "../pipeline/search/scan-text.ts";
import { UNANSWERED } from "../pipeline/timeline/cursor.ts";
import { comparePlaces, isAuditGrade } from "../pipeline/timeline/order-events.ts";
import type { ListAnswer } from "../ports/passage-index.ts";
import type { OpenedContent } from "./ask-content.ts";
import { DamagedListError, keepMatching, matchWords, type WordMatch } from "./match-words.ts";
import type { CallParts, Session } from "./session.ts";
import { NO_EVENTS, type SourceEvents } from "./source-events.ts";
import { ofArtifact, type TimelineItem } from "./timeline-item.ts";
import type { TimelineQuestion } from "./timeline-question.ts";

/** The part of a timeline that the workspace's texts have: by the dates they declare. */
export interface ContentEvents extends SourceEvents {
  readonly state: string;
  readonly words: ListAnswer | "none";
  readonly gaps: readonly Gap[];
}

/** Lists the workspace's texts by the dates they declare; those that declare none are undated. */
export async function listContent(
  parts: CallParts,
  content: OpenedContent,
  question: TimelineQuestion,
): Promise<ContentEvents> {
  const { session, standing } = content;
  const isAsked = question.sources.some((source) => source === "files" || source === "records");
  const { generation } = standing.projection;
  const state = session === "none" ? UNANSWERED : String(generation);
  // A session and its kinds of entries are nothing that a text of the workspace has.
  const mayHold =
    question.sessions === "all" &&
    (question.kinds === "all" || question.kinds.some((k) => k === "file" || k === "record"));
  if (!isAsked || !mayHold || session === "none") {
    return { ...NO_EVENTS, state: isAsked ? state : "empty", words: "none", gaps: [] };
  }
  const { match, gaps } = await matchContent(parts, session, question.words);
  const words = match.kind === "all" ? ("none" as const) : match.answer;
  return { ...(await select(session, question, match)), state, words, gaps };
}

async function select(
  session: Session,
  question: TimelineQuestion,
  match: WordMatch,
): Promise<SourceEvents> {
  const { audit, kinds, limit, order, sources } = question;
  const items = (await session.store.artifacts())
    .filter(({ source }) => sources.includes(source))
    .map(ofArtifact)
    .filter(({ kind }) => kinds === "all" || kinds.includes(kind));
  const matching = await keepMatching(match, items);
  const undated = matching.filter(({ time }) => !isDated(time));
  const dated = matching
    .filter((item) => isDated(item.time) && isWithin(question, item))
    .sort((left, right) => comparePlaces(order, left, right));
  const passing = audit ? dated.filter(({ time }) => isAuditGrade(time)) : dated;
  return {
    page: {
      items: passing.slice(0, limit),
      omitted: Math.max(0, passing.length - limit),
      passedOver: audit ? dated.filter(({ time }) => !isAuditGrade(time)) : [],
    },
    undated: { items: undated.slice(0, limit), count: undated.length },
  };
}

function isWithin(question: TimelineQuestion, item: TimelineItem): boolean {
  const { cursor, order, sinceMs, untilMs } = question;
  return (
    (sinceMs === "none" || item.epochMs >= sinceMs) &&
    (untilMs === "none" || item.epochMs < untilMs) &&
    (cursor === "none" || comparePlaces(order, item, cursor.place) > 0)
  );
}

/** Damaged index rows take nothing away: the stored texts are read instead, and the answer says so. */
async function matchContent(
  parts: CallParts,
  session: Session,
  words: string,
): Promise<{ readonly match: WordMatch; readonly gaps: readonly Gap[] }> {
  if (words === "") return { match: { kind: "all" }, gaps: [] };
  try {
    return { match: await matchWords(await session.snapshot.current(), words), gaps: [] };
  } catch (error) {
    if (!(error instanceof DamagedListError)) throw error;
    const { index, unreadable } = await scanStoredText({ ...parts, store: session.store });
    const detail = "answered by scanning the stored text";
    const gaps: Gap[] = [
      { code: "index_damaged", subject: error.place, detail },
      ...unreadable.map(
        ({ path }): Gap => ({
          code: "recovery_failed",
          subject: path,
          detail: "stored text damaged",
        }),
      ),
    ];
    return { match: await matchWords(index, words), gaps };
  }
}
