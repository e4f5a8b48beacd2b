import type { OpenResponse } from "../../../model/open-response.ts";
import type { View } from "../view.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatAge } from "./format-age.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatPlace, formatState } from "./format-place.ts";
import { formatCount, formatDate } from "./quantity.ts";

/** Returns opened lines under their own numbers, with what is known of the text and its freshness below. */
export function formatOpen(response: OpenResponse, view: View): string {
  const { citation, edited, paint } = { ...response, paint: view.paint };
  const state = formatState(citation);
  const known = [`${formatCount(response.totalLines, "line")} in all`, formatAge(response)];
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
    ...(state === "" ? [] : say(`! ${state}`, view).map(paint.warning)),
    ...say(known.join(" · "), view, "  ").map(paint.faint),
    "",
    ...formatTail(response, view),
  ].join("\n");
}
