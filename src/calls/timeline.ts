import type { Artifact } from "../model/artifact.ts";
import type { TimelineOptions } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { TimelineEvent, TimelineResponse } from "../model/timeline-response.ts";
import { fitResponse } from "../pipeline/respond/fit-response.ts";
import { assertUnchanged, type StoreStates, writeCursor } from "../pipeline/timeline/cursor.ts";
import { mergePages } from "../pipeline/timeline/merge-pages.ts";
import { openContent } from "./ask-content.ts";
import { CALL_OPTIONS, type CallSettings, type OptionNames, settleCall } from "./call-settings.ts";
import { type CitedEvent, citeEvents, EXCERPT_BYTES, narrowEvent } from "./cite-event.ts";
import { composeSignals } from "./compose-signals.ts";
import {
  describeQuestion,
  isoOf,
  type ListedEverywhere,
  listTimelineGaps,
  traceTimeline,
} from "./describe-timeline.ts";
import { isStoreName } from "./entry-artifact.ts";
import { listContent } from "./list-content.ts";
import { listObservations } from "./list-observations.ts";
import { listStores } from "./list-stores.ts";
import { toEvent } from "./present-event.ts";
import { reconcileStanding } from "./reconcile-standing.ts";
import type { CallParts } from "./session.ts";
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

function statesOf({ stores, texts }: ListedEverywhere): StoreStates {
  return {
    files: texts.state,
    ...Object.fromEntries(stores.map(({ standing, state }) => [standing.name, state])),
  };
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
  const from = { content, scope: question.scope, words: [...new Set(words)] };
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

type Group = "events" | "undated" | "unproven";
type Grouped = CitedEvent & { readonly group: Group };

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
      narrow: (event, fits) => {
        const narrowed = narrowEvent(event, (candidate) =>
          fits({ ...candidate, group: event.group }),
        );
        return narrowed === "nothing" ? "nothing" : { ...narrowed, group: event.group };
      },
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

/** Shorter excerpts come before fewer events. */
const EXCERPT_STEPS: readonly number[] = [EXCERPT_BYTES, 240, 120];

function fitNarrowed(
  items: readonly Grouped[],
  fit: (items: readonly Grouped[]) => TimelineResponse,
): TimelineResponse {
  const [whole = EXCERPT_BYTES, ...shorter] = EXCERPT_STEPS;
  let response = fit(items.map((item) => narrowTo(item, whole)));
  for (const bytes of shorter) {
    if (response.budget.dropped === 0) break;
    response = fit(items.map((item) => narrowTo(item, bytes)));
  }
  return response;
}

function narrowTo(event: Grouped, maxBytes: number): Grouped {
  const fits = ({ cited }: CitedEvent): boolean => cited.excerpt.bytes.length <= maxBytes;
  if (fits(event)) return event;
  const narrowed = narrowEvent(event, fits);
  return narrowed === "nothing" ? event : { ...narrowed, group: event.group };
}

function shownOf(kept: readonly Grouped[]): readonly Artifact[] {
  return kept.map(({ cited }) => cited.artifact);
}

type Kept = Pick<
  TimelineResponse,
  "window" | "events" | "undated" | "undatedCount" | "unproven" | "unprovenCount" | "cursor"
>;

/** What fits, and a cursor behind the last event that does: what was dropped begins the next page. */
function showKept(parts: CallParts, answer: Answer, kept: readonly Grouped[]): Kept {
  const { everywhere, question } = answer;
  const { merged, stores, texts } = everywhere;
  const of = (group: Group): readonly TimelineEvent[] =>
    kept.filter((each) => each.group === group).map((each) => toEvent(parts, each));
  const events = of("events");
  const unproven = of("unproven");
  const before = question.cursor === "none" ? 0 : question.cursor.shown;
  const dropped = answer.events.length - events.length;
  const { omitted, passedOver } = merged;
  const after = omitted === "unknown" ? omitted : omitted + dropped;
  const lastShown = kept.findLast(({ group }) => group === "events")?.item;
  // An event that could not be read back is passed by; where none fits, the next page begins where this one did.
  const reached = dropped === 0 ? merged.items.at(-1) : lastShown;
  const place = reached ?? (question.cursor === "none" ? undefined : question.cursor.place);
  const isAll = after === 0 || place === undefined;
  const { limit, sinceMs, untilMs, zone } = question;
  return {
    window: {
      since: sinceMs === "none" ? "none" : isoOf(sinceMs),
      until: untilMs === "none" ? "none" : isoOf(untilMs),
      limit,
      zone,
      omittedBefore: before,
      omittedAfter: after,
    },
    events,
    undated: of("undated"),
    undatedCount: [...stores, texts].reduce<number | "unknown">(
      (sum, { undated: { count } }) =>
        sum === "unknown" || count === "unknown" ? "unknown" : sum + count,
      0,
    ),
    ...(question.audit ? { unproven, unprovenCount: passedOver.length } : {}),
    cursor: isAll
      ? "none"
      : writeCursor({
          question: question.digest,
          place: { epochMs: place.epochMs, ref: place.ref },
          shown: before + (dropped === 0 ? merged.items.length : events.length),
          stores: statesOf(everywhere),
        }),
  };
}
