import type { Artifact } from "../model/artifact.ts";
import type { TimelineOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { TimelineResponse } from "../model/timeline-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { assertUnchanged } from "../pipeline/timeline/cursor.ts";
import { mergePages } from "../pipeline/timeline/merge-pages.ts";
import { openContent } from "./ask-content.ts";
import { CALL_OPTIONS, type CallSettings, type OptionNames, settleCall } from "./call-settings.ts";
import { type CitedEvent, citeEvents } from "./cite-event.ts";
import { composeSignals } from "./compose-signals.ts";
import {
  describeQuestion,
  type ListedEverywhere,
  listTimelineGaps,
  traceTimeline,
} from "./describe-timeline.ts";
import { isStoreName } from "./entry-artifact.ts";
import { fitNarrowed, narrowGrouped } from "./fit-timeline.ts";
import { listContent } from "./list-content.ts";
import { listObservations } from "./list-observations.ts";
import { listStores } from "./list-stores.ts";
import { reconcileStanding } from "./reconcile-standing.ts";
import type { CallParts } from "./session.ts";
import { type Group, type Grouped, showKept, statesOf } from "./show-timeline.ts";
import type { TimelineItem } from "./timeline-item.ts";
import { readQuestion, type TimelineQuestion } from "./timeline-question.ts";

const OPTIONS: OptionNames<TimelineOptions> = {
  ...CALL_OPTIONS,
  newest: true,
  oldest: true,
  since: true,
  until: true,
  zone: true,
  sessions: true,
  excludedSessions: true,
  kinds: true,
  sources: true,
  quarantined: true,
  audit: true,
  cursor: true,
  trace: true,
};

/**
 * List, merge, cite, respond: each store gives its own newest N, the newest N of all are read again and hashed again, and what
 * has no time stands apart. Refuses with `cursor_invalid`, `cursor_mismatch` or `cursor_stale`.
 */
export async function timeline(
  parts: CallParts,
  words: string,
  options: TimelineOptions,
): Promise<TimelineResponse> {
  const settings = settleCall(parts, options, OPTIONS);
  const question = readQuestion(parts, words, options);
  const everywhere = await listEverywhere(parts, question, settings);
  if (question.cursor !== "none") assertUnchanged(question.cursor, statesOf(everywhere));
  const groups = await citeGroups(parts, question, everywhere);
  return respond(parts, { question, options, settings, everywhere, ...groups });
}

async function listEverywhere(
  parts: CallParts,
  question: TimelineQuestion,
  { refresh }: CallSettings,
): Promise<ListedEverywhere> {
  const asksContent = question.sources.some((name) => !isStoreName(name));
  // Where its texts are not asked for, nothing is refreshed and no damage of theirs is mended.
  const content = await openContent(parts, asksContent ? refresh : "off");
  const texts = await listContent(parts, content, question);
  const stores = await listStores(parts, question, refresh);
  const hasAnswered = stores.some(
    ({ standing: { status } }) => status === "ok" || status === "stale",
  );
  if (content.failure !== "none" && !hasAnswered) throw content.failure;
  const pages = [...stores, texts].map(({ page }) => page);
  return { content, texts, stores, merged: mergePages(pages, question) };
}

/** What a response shows of each group, cited. */
interface Groups {
  readonly events: readonly CitedEvent[];
  readonly undated: readonly CitedEvent[];
  readonly unproven: readonly CitedEvent[];
  readonly gaps: readonly Gap[];
}

async function citeGroups(
  parts: CallParts,
  question: TimelineQuestion,
  { content, merged, stores, texts }: ListedEverywhere,
): Promise<Groups> {
  const sources = [...stores, texts];
  const words = sources.flatMap((source) => (source.words === "none" ? [] : source.words.words));
  const from = { content, words: [...new Set(words)] };
  const cite = (items: readonly TimelineItem[]): ReturnType<typeof citeEvents> =>
    citeEvents(parts, items, from);
  const events = await cite(merged.items);
  const isFirstPage = question.cursor === "none";
  const loose = sources.flatMap((source) => source.undated.items).slice(0, question.limit);
  const undated = await cite(isFirstPage ? loose : []);
  const unproven = await cite(merged.passedOver.slice(0, question.limit));
  return {
    events: events.events,
    undated: undated.events,
    unproven: unproven.events,
    gaps: [...events.gaps, ...undated.gaps, ...unproven.gaps],
  };
}

interface Answer extends Groups {
  readonly question: TimelineQuestion;
  readonly options: TimelineOptions;
  readonly settings: CallSettings;
  readonly everywhere: ListedEverywhere;
}

async function respond(parts: CallParts, answer: Answer): Promise<TimelineResponse> {
  const { everywhere, options, question, settings } = answer;
  const { content, stores } = everywhere;
  const of = (group: Group): readonly Grouped[] =>
    answer[group].map((event) => ({ ...event, group }));
  const items = [...of("events"), ...of("undated"), ...of("unproven")];
  const ofContent = items.flatMap(({ cited, item }) => (item.entry === "none" ? [cited] : []));
  const standing = reconcileStanding(content.standing, ofContent);
  const refs = [...new Set(items.map(({ item }) => item.ref))];
  const listed = await listObservations(parts, refs);
  const facts = {
    settings,
    standing,
    observations: listed.observations,
    asked: question.sources,
    stores: stores.map((store) => store.standing),
    contentFailed: content.failure !== "none",
  };
  const gaps = [...listTimelineGaps(everywhere, answer.gaps), ...listed.gaps];
  return fitNarrowed(items, (narrowed) =>
    fitResponse<TimelineResponse, Grouped>({
      capBytes: settings.capBytes,
      items: narrowed,
      gaps,
      narrow: narrowGrouped,
      build: (kept, gaps, budget) => ({
        schema: "exhibit.timeline/1",
        question: describeQuestion(question),
        order: question.order,
        ...showKept(parts, answer, kept),
        gaps,
        ...composeSignals(parts, facts, shownOf(kept)),
        budget,
        ...(options.trace === true
          ? { trace: traceTimeline(everywhere, question, answer.events) }
          : {}),
      }),
    }),
  );
}

function shownOf(kept: readonly Grouped[]): readonly Artifact[] {
  return kept.map(({ cited }) => cited.artifact);
}
