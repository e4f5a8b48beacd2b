import { placeOf } from "../../../model/citation-text.ts";
import type { TimeBasis } from "../../../model/instant.ts";
import { formatExcerpt } from "../format/excerpt-lines.ts";
import { formatAge } from "../format/format-age.ts";
import { formatSilentSources, formatTail, say } from "../format/format-envelope.ts";
import { formatCount } from "../format/quantity.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import type { SavedPassage } from "./list-passages.ts";
import type { SavedResponse } from "./saved-response.ts";

const BASES: readonly TimeBasis[] = [
  "observed",
  "observed_restamped",
  "declared",
  "committed",
  "edited",
  "indexed",
];

/** Returns every passage a saved response selected, with lines, date and hash, then its signals and gaps. */
export function formatInspection(
  response: SavedResponse,
  passages: readonly SavedPassage[],
  view: View,
): string {
  const query = typeof response["query"] === "string" ? `, asked: ${response["query"]}` : "";
  return [
    ...say(`${response.schema}${query}`, view).map(view.paint.strong),
    ...say(`${formatCount(passages.length, "passage")}. As saved; nothing was read again.`, view),
    "",
    ...formatSilentSources(response.completeness, view),
    ...passages.flatMap((passage, index) => [...formatPassage(passage, index + 1, view), ""]),
    ...formatTail(response, view, { saidBefore: [], inFull: true }),
  ].join("\n");
}

function formatPassage(passage: SavedPassage, rank: number, view: View): string[] {
  const place = placeOf(passage);
  const basis = BASES.find((known) => known === passage.observed.basis) ?? "unknown";
  const age = formatAge({ observed: { at: passage.observed.at, basis }, ageDays: passage.ageDays });
  const known = [age, `was ${passage.state}`];
  const excerpt = { text: passage.excerpt, startLine: passage.startLine, words: [] };
  return [
    view.paint.path(`${rank}. ${visibleText(place)}`) +
      view.paint.faint(visibleText(` @${passage.version}`)),
    ...say(passage.headingPath.join(" › "), view).map(view.paint.strong),
    ...(passage.excerpt === "" ? [] : formatExcerpt(excerpt, view)),
    ...(passage.excerptHash === "differs"
      ? say("! the excerpt does not hash to its citation: it was altered", view).map(
          view.paint.warning,
        )
      : []),
    ...say(known.join(" · "), view, "  ").map(view.paint.faint),
  ].filter((row) => row !== "");
}
