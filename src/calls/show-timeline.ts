import type { TimelineEvent, TimelineResponse } from "../model/timeline-response.ts";
import { type StoreStates, writeCursor } from "../pipeline/timeline/cursor.ts";
import type { CitedEvent } from "./cite-event.ts";
import { isoOf, type ListedEverywhere } from "./describe-timeline.ts";
import { toEvent } from "./present-event.ts";
import type { CallParts } from "./session.ts";
import type { TimelineQuestion } from "./timeline-question.ts";

/** The lists of an answer. */
export type Group = "events" | "undated" | "unproven";
/** An event with the list it stands in. */
export type Grouped = CitedEvent & { readonly group: Group };

/** How each store stood when it was listed. */
export function statesOf({ stores, texts }: ListedEverywhere): StoreStates {
  return {
    files: texts.state,
    ...Object.fromEntries(stores.map(({ standing, state }) => [standing.name, state])),
  };
}

type Kept = Pick<
  TimelineResponse,
  "window" | "events" | "undated" | "undatedCount" | "unproven" | "unprovenCount" | "cursor"
>;

/** What fits, and a cursor behind the last event that does: what was dropped begins the next page. */
export function showKept(
  parts: CallParts,
  answer: {
    readonly question: TimelineQuestion;
    readonly everywhere: ListedEverywhere;
    /** All that were cited, whether they fit or not. */
    readonly events: readonly CitedEvent[];
  },
  kept: readonly Grouped[],
): Kept {
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
