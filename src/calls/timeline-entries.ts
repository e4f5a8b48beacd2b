import type { EntryKind } from "../model/entry.ts";
import type { StorePage } from "../pipeline/timeline/merge-pages.ts";
import { isAuditGrade } from "../pipeline/timeline/order-events.ts";
import type { EntryStore, EntryWindow } from "../ports/entry-store.ts";
import { keepMatching, type WordMatch } from "./match-words.ts";
import { NO_EVENTS, type SourceEvents } from "./source-events.ts";
import { ofEntry, type TimelineItem } from "./timeline-item.ts";
import type { TimelineQuestion } from "./timeline-question.ts";

/** Entries read at a time where each has to be looked at, and undated ones looked at in all. */
const MIN_BATCH = 200;
const MAX_BATCH = 5_000;
const MAX_UNDATED_TESTED = 20_000;

/** Lists a store's own first N of a window, and its undated entries. N counts after every condition (ORD-08). */
export async function listEntries(
  store: EntryStore,
  question: TimelineQuestion,
  match: WordMatch,
): Promise<SourceEvents> {
  const conditions = toConditions(question, match);
  if (conditions === "nothing") return NO_EVENTS;
  const isWalked = match.kind === "tested" || question.audit;
  const window = toWindow(question, conditions);
  const page = isWalked
    ? await walkEntries(store, window, { question, match })
    : await listPage(store, window);
  return { page, undated: await listUndated(store, conditions, { question, match }) };
}

type Conditions = Pick<
  EntryWindow,
  "scope" | "sessions" | "excludedSessions" | "kinds" | "refs" | "limit"
>;

function toConditions(question: TimelineQuestion, match: WordMatch): Conditions | "nothing" {
  const { excludedSessions, kinds, limit, scope, sessions } = question;
  const entryKinds = kinds === "all" ? "all" : kinds.filter(isEntryKind);
  if (entryKinds !== "all" && entryKinds.length === 0) return "nothing";
  return {
    scope,
    limit,
    excludedSessions,
    ...(sessions === "all" ? {} : { sessions }),
    ...(entryKinds === "all" ? {} : { kinds: entryKinds }),
    ...(match.kind === "named" ? { refs: match.refs } : {}),
  };
}

function isEntryKind(kind: string): kind is EntryKind {
  return kind !== "file" && kind !== "record";
}

function toWindow(question: TimelineQuestion, conditions: Conditions): EntryWindow {
  const { cursor, order, sinceMs, untilMs } = question;
  return {
    ...conditions,
    order,
    ...(sinceMs === "none" ? {} : { sinceMs }),
    ...(untilMs === "none" ? {} : { untilMs }),
    ...(cursor === "none" ? {} : { after: cursor.place }),
  };
}

async function listPage(store: EntryStore, window: EntryWindow): Promise<StorePage<TimelineItem>> {
  const { entries, omitted } = await store.list(window);
  return { items: entries.map(ofEntry), omitted, passedOver: [] };
}

interface Rules {
  readonly question: TimelineQuestion;
  readonly match: WordMatch;
}

/** Goes through the window in order until N entries pass, or it ends. */
async function walkEntries(
  store: EntryStore,
  window: EntryWindow,
  { question, match }: Rules,
): Promise<StorePage<TimelineItem>> {
  const { audit, limit } = question;
  const items: TimelineItem[] = [];
  const passedOver: TimelineItem[] = [];
  let { after } = window;
  for (let size = Math.max(MIN_BATCH, 2 * limit); ; size = Math.min(MAX_BATCH, 2 * size)) {
    const batch = await store.list({
      ...window,
      limit: size,
      ...(after === undefined ? {} : { after }),
    });
    for (const item of await keepMatching(match, batch.entries.map(ofEntry))) {
      if (audit && !isAuditGrade(item.time)) passedOver.push(item);
      else items.push(item);
    }
    const isEnd = batch.omitted === 0;
    if (isEnd || items.length >= limit) {
      const cut = items.length - Math.min(limit, items.length);
      return { items: items.slice(0, limit), omitted: isEnd ? cut : "unknown", passedOver };
    }
    const last = batch.entries.at(-1);
    if (last !== undefined) after = ofEntry(last);
  }
}

/** Undated entries have no place in time, so no window and no page leaves any of them out. */
async function listUndated(
  store: EntryStore,
  conditions: Conditions,
  { question, match }: Rules,
): Promise<SourceEvents["undated"]> {
  if (match.kind !== "tested") {
    const { entries, count } = await store.undated(conditions);
    return { items: entries.map(ofEntry), count };
  }
  const tested = await store.undated({ ...conditions, limit: MAX_UNDATED_TESTED });
  const items = await keepMatching(match, tested.entries.map(ofEntry));
  const isAll = tested.count <= tested.entries.length;
  return { items: items.slice(0, question.limit), count: isAll ? items.length : "unknown" };
}
