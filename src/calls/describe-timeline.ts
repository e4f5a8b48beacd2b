import type { TraceStep } from "../model/envelope.ts";
import type { Gap } from "../model/gap.ts";
import { summarizeGaps } from "../pipeline/respond/summarize-gaps.ts";
import type { MergedPage } from "../pipeline/timeline/merge-pages.ts";
import type { OpenedContent } from "./ask-content.ts";
import type { CitedEvent } from "./cite-event.ts";
import { echoQuery } from "./echo-query.ts";
import type { ContentEvents } from "./list-content.ts";
import type { StoreEvents } from "./source-events.ts";
import type { TimelineItem } from "./timeline-item.ts";
import type { TimelineQuestion } from "./timeline-question.ts";

/** What every source said, and the events of all of them in one order. */
export interface ListedEverywhere {
  readonly content: OpenedContent;
  readonly texts: ContentEvents;
  readonly stores: readonly StoreEvents[];
  readonly merged: MergedPage<TimelineItem>;
}

/** Says what a timeline answers, in words, so that the first row is never taken for something else (DIA-09, ORD-09). */
export function describeQuestion(question: TimelineQuestion): string {
  const { audit, cursor, kinds, limit, order, sessions, sources, words } = question;
  const what = kinds === "all" ? (limit === 1 ? "event" : "events") : kinds.join(", ");
  const conditions = [
    cursor === "none" ? "" : "going on behind an earlier answer",
    words === "" ? "" : `holding all words of ${JSON.stringify(echoQuery(words))}`,
    sessions === "all" ? "" : `of session ${sessions.join(", ")}`,
    describeWindow(question),
    audit ? "with a time that is evidence of when they happened" : "",
  ].filter((part) => part !== "");
  const which = `The ${order} ${limit} dated ${what} of ${sources.join(", ")}`;
  return `${[which, ...conditions].join(", ")}; ${order} first.`;
}

function describeWindow({ sinceMs, untilMs }: TimelineQuestion): string {
  const since = sinceMs === "none" ? "" : `from ${isoOf(sinceMs)}`;
  const until = untilMs === "none" ? "" : `before ${isoOf(untilMs)}`;
  return [since, until].filter((part) => part !== "").join(" and ");
}

/** A bound as answers write it: in UTC, to the second where nothing finer was asked. */
export function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(".000Z", "Z");
}

/** Lists what could not answer: stores first, then words that nothing asked holds, then what stands open anyway. */
export function listTimelineGaps(
  { content, stores, texts }: ListedEverywhere,
  cited: readonly Gap[],
): readonly Gap[] {
  const failure: readonly Gap[] =
    content.failure === "none" || texts.state === "empty"
      ? []
      : [{ code: "source_failed", subject: "content.db", detail: content.failure.message }];
  return [
    ...stores.flatMap(({ gaps }) => gaps),
    ...failure,
    ...(content.session === "none" ? [] : content.session.gaps),
    ...texts.gaps,
    ...cited,
    ...listUnmatched([texts, ...stores]),
    // Texts that nobody asked for have no part in the answer, whatever state they are in.
    ...(texts.state === "empty" ? [] : summarizeGaps(content.standing.gaps)),
  ];
}

/** A word, or a phrase, that one source holds is not missing. */
function listUnmatched(sources: readonly Pick<StoreEvents, "words">[]): readonly Gap[] {
  const answers = sources.flatMap(({ words }) => (words === "none" ? [] : [words]));
  const [first, ...others] = answers.map(({ unmatchedWords, unmetPhrases }) => [
    ...unmatchedWords,
    ...unmetPhrases.map((phrase) => `"${phrase}"`),
  ]);
  return (first ?? [])
    .filter((word) => others.every((words) => words.includes(word)))
    .map((word) => ({ code: "term_unmatched", subject: word }));
}

/** The path a timeline took, one branch for each store, with counts (DIA-07, ORD-03). */
export function traceTimeline(
  { content, merged, stores, texts }: ListedEverywhere,
  question: TimelineQuestion,
  cited: readonly CitedEvent[],
): readonly TraceStep[] {
  const { standing } = content;
  const { order } = question;
  const words = question.words === "" ? order : `${order}, by words`;
  const listed = stores.map(({ page, standing: { name, status } }) => ({
    step: "list",
    detail: `${name}: ${status === "ok" ? words : status.replace("_", " ")}`,
    count: page.items.length,
  }));
  const how = texts.state === "empty" ? "not asked" : content.session === "none" ? "failed" : words;
  return [
    {
      step: "refresh",
      detail: standing.projection.refresh.status,
      count: standing.gaps.length,
    },
    ...listed,
    { step: "list", detail: `content: ${how}`, count: texts.page.items.length },
    {
      step: "merge",
      detail: `${order} first, ties by reference`,
      count: [texts, ...stores].reduce((sum, { page }) => sum + page.items.length, 0),
    },
    { step: "limit", detail: `${question.limit} after the merge`, count: merged.items.length },
    { step: "cite", detail: "re-read and re-hashed", count: cited.length },
  ];
}
