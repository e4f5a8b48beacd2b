import type { TimelineResponse } from "../model/timeline-response.ts";
import { type CitedEvent, EXCERPT_BYTES, narrowEvent } from "./cite-event.ts";
import type { Grouped } from "./show-timeline.ts";

/** Bytes of an excerpt, tried one after the other. */
const EXCERPT_STEPS: readonly number[] = [EXCERPT_BYTES, 240, 120];

/** Returns what `respond` makes of the longest excerpts with which everything fits: shorter texts come before fewer events. */
export function fitNarrowed(
  items: readonly Grouped[],
  respond: (items: readonly Grouped[]) => TimelineResponse,
): TimelineResponse {
  const [whole = EXCERPT_BYTES, ...shorter] = EXCERPT_STEPS;
  let response = respond(items.map((item) => narrowTo(item, whole)));
  for (const bytes of shorter) {
    if (response.budget.dropped === 0) break;
    response = respond(items.map((item) => narrowTo(item, bytes)));
  }
  return response;
}

function narrowTo(event: Grouped, maxBytes: number): Grouped {
  const fits = ({ cited }: CitedEvent): boolean => cited.excerpt.bytes.length <= maxBytes;
  if (fits(event)) return event;
  const narrowed = narrowEvent(event, fits);
  return narrowed === "nothing" ? event : { ...narrowed, group: event.group };
}

/** Shows less of one event's text; see `narrowEvent`. */
export function narrowGrouped(
  event: Grouped,
  fits: (candidate: Grouped) => boolean,
): Grouped | "nothing" {
  const { group } = event;
  const narrowed = narrowEvent(event, (candidate) => fits({ ...candidate, group }));
  return narrowed === "nothing" ? "nothing" : { ...narrowed, group };
}
