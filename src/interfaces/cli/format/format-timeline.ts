import { toEpochMs } from "../../../model/instant.ts";
import { offsetIn } from "../../../model/time-zone.ts";
import type {
  TimelineEvent,
  TimelineResponse,
  TimelineWindow,
} from "../../../model/timeline-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { dayOf, formatBasis, formatDayAndMoment, formatMoment } from "./format-moment.ts";
import { formatPlace, formatState } from "./format-place.ts";
import { formatCount, formatNumber, formatTime } from "./quantity.ts";

/** Returns a timeline for a reader: what it answers, events under their days, what has no time, freshness, and gaps last. */
export function formatTimeline(response: TimelineResponse, view: View): string {
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(response.question, view),
    ...say(formatWindow(response.window), view).map(view.paint.faint),
    "",
    ...formatDays(response, view),
    ...formatApart(response, view),
    ...formatNext(response, view),
    ...formatTail(response, view),
  ].join("\n");
}

function formatWindow({ omittedAfter, omittedBefore, zone }: TimelineWindow): string {
  const behind =
    omittedAfter === "unknown"
      ? "there may be more behind these"
      : omittedAfter === 0
        ? "none is left behind these"
        : `${formatNumber(omittedAfter)} more behind these`;
  const before = omittedBefore === 0 ? "" : `${formatNumber(omittedBefore)} on earlier pages; `;
  return `Days are those of ${zone}; ${before}${behind}.`;
}

function formatDays({ events, window, ...response }: TimelineResponse, view: View): string[] {
  if (events.length === 0) return [...say(formatNothing(response), view), ""];
  const rows: string[] = [];
  let day = "";
  for (const event of events) {
    const own = dayOf(event.time, window.zone);
    if (own !== day) {
      const offset = offsetIn(window.zone, toEpochMs({ at: event.time.value }));
      rows.push(view.paint.strong(`== ${own} (${visibleText(window.zone)}, ${offset}) ==`), "");
    }
    day = own;
    rows.push(...formatEvent(event, formatMoment(event.time, window.zone), view), "");
  }
  return rows;
}

function formatNothing({
  budget,
  completeness,
}: Pick<TimelineResponse, "budget" | "completeness">): string {
  if (budget.dropped > 0) return "Events were found, and none fits the cap. Use a larger --cap.";
  return completeness.complete
    ? "No dated event meets this."
    : "No dated event in what could be read. That is not the same as none.";
}

function formatEvent(event: TimelineEvent, when: string, view: View): string[] {
  const { paint } = view;
  const basis = formatBasis(event.time);
  const marks = [...(event.marks ?? [])];
  const details = [
    [event.kind.replace("_", " "), ...(event.role === "unknown" ? [] : [event.role])].join(", "),
    ...(event.title === undefined ? [] : [event.title]),
    ...(event.session === "none" ? [] : [`session ${event.session}`]),
    ...(marks.length === 0 ? [] : [marks.join(", ")]),
    ...(event.origin === "authored" ? [] : [event.origin]),
    ...(event.project === "unknown" ? ["project unknown"] : []),
    ...(event.supersededBy === undefined ? [] : ["superseded"]),
  ];
  const state = formatState(event.citation);
  const { startLine } = event.citation;
  return [
    [
      paint.strong(visibleText(when)),
      ...(basis === "" ? [] : [paint.warning(basis)]),
      visibleText(details.join(" · ")),
    ].join("  "),
    formatPlace(event.citation, view) + (event.truncated ? paint.faint("  (part)") : ""),
    ...formatExcerpt({ text: event.text, startLine, words: [] }, view),
    ...(state === "" ? [] : say(`! ${state}`, view).map(paint.warning)),
  ];
}

/** What no time orders, and with `--audit` what a time that proves nothing orders. */
function formatApart(response: TimelineResponse, view: View): string[] {
  const { undated, undatedCount, unproven = [], unprovenCount = 0, window } = response;
  const rows: string[] = [];
  if (unprovenCount > 0) {
    const shown = `${formatCount(unprovenCount, "event")} between these by a time that is no evidence`;
    rows.push(view.paint.strong(`${shown}, ${unproven.length} shown:`), "");
    for (const event of unproven) {
      rows.push(...formatEvent(event, formatDayAndMoment(event.time, window.zone), view), "");
    }
  }
  if (undatedCount !== 0) {
    const count = undatedCount === "unknown" ? "Some" : formatNumber(undatedCount);
    rows.push(view.paint.strong(`${count} without a time, ${undated.length} shown:`), "");
    for (const event of undated) rows.push(...formatUndated(event, view), "");
  }
  return rows;
}

function formatUndated(event: TimelineEvent, view: View): string[] {
  const stamped = event.time.value === "unknown" ? "" : ` (${event.time.value})`;
  const kept =
    event.indexedAt === "unknown" ? "" : `, first kept here ${formatTime(event.indexedAt)}`;
  const [first = "", ...rest] = formatEvent(event, "undated", view);
  return [
    first,
    ...say(`no time that orders it${stamped}${kept}`, view).map(view.paint.faint),
    ...rest,
  ];
}

function formatNext({ cursor }: TimelineResponse, view: View): string[] {
  return cursor === "none"
    ? []
    : [`More: ask the same again with --cursor ${cursor}`, ""].map(view.paint.faint);
}
