import type { OpenResponse } from "../../../model/open-response.ts";
import type { View } from "../view.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatAge } from "./format-age.ts";
import { formatEntry, formatEntryWarnings } from "./format-entry.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatPlace, formatState } from "./format-place.ts";
import { formatCount, formatDate } from "./quantity.ts";

/** Returns opened lines under their own numbers, with what is known of the text and its freshness below. */
export function formatOpen(response: OpenResponse, view: View): string {
  const { citation, edited, paint } = { ...response, paint: view.paint };
  const state = formatState(citation);
  const warnings = [
    ...(state === "" ? [] : [state]),
    ...(response.entry === undefined ? [] : formatEntryWarnings(response.entry)),
  ];
  const known = [`${formatCount(response.totalLines, "line")} in all`, formatAge(response)];
  if (response.entry !== undefined) known.push(formatEntry(response.entry));
  if (edited.at !== "unknown") known.push(`${edited.basis} ${formatDate(edited.at)}`);
  if (response.origin !== "authored") known.push(response.origin);
  const headings = response.headingPath.length === 0 ? [response.title] : response.headingPath;
  return [
    ...formatSilentSources(response.completeness, view),
    formatPlace(citation, view),
    ...say(headings.join(" › "), view).map(paint.strong),
    ...formatExcerpt(
      { text: response.text, startLine: citation.startLine, words: [] },
      { ...view, wholeExcerpts: true },
    ),
    ...warnings.flatMap((text) => say(`! ${text}`, view)).map(paint.warning),
    ...say(known.join(" · "), view, "  ").map(paint.faint),
    "",
    ...formatTail(response, view),
  ].join("\n");
}
