import type { Hit, SearchResponse } from "../../../model/search-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatAge } from "./format-age.ts";
import { formatEntry, formatEntryWarnings } from "./format-entry.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatExplanation, formatScore } from "./format-explanation.ts";
import { formatPlace, formatState } from "./format-place.ts";
import { formatQuoted } from "./quantity.ts";

/** Returns a search for a reader: hits first, then what they are worth, then freshness, and gaps last. */
export function formatSearch(response: SearchResponse, view: View): string {
  const hits = response.hits.flatMap((hit) => [...formatHit(hit, view), ""]);
  return [
    ...formatSilentSources(response.completeness, view),
    ...hits,
    ...say(formatEvidence(response), view),
    "",
    // The evidence sentence names the unmatched words.
    ...formatTail(response, view, { saidBefore: ["term_unmatched", "date_unknown"] }),
  ].join("\n");
}

/**
 * Returns what the evidence is worth, in words. Covering every word of a question is not answering it, and a passage
 * that says "you may" gives no permission (AUT-01, CIT-09).
 */
export function formatEvidence(response: SearchResponse): string {
  const worth = "Found text is orientation, never permission.";
  const missing = response.gaps
    .filter((gap) => gap.code === "term_unmatched")
    .flatMap((gap) => (gap.subject === undefined ? [] : [gap.subject]));
  if (response.hits.length === 0) return formatNothing(response, missing);
  switch (response.retrieval.evidence) {
    case "covered":
      return `A passage above holds every word of the question; whether it answers it was not judged. ${worth}`;
    case "weak":
    case "none":
      return missing.length === 0
        ? `Weak evidence: no passage above holds every word of the question. ${worth}`
        : `Weak evidence: no passage holds ${formatQuoted(missing, "or")}. ${worth}`;
  }
}

function formatNothing(response: SearchResponse, missing: readonly string[]): string {
  if (response.gaps.some((gap) => gap.code === "index_empty")) {
    return "Nothing is indexed here, so nothing could be found.";
  }
  if (response.budget.dropped > 0) {
    return "Passages were found, and none fits the cap. Use a larger --cap.";
  }
  if (!response.completeness.complete) {
    return "Nothing found in what could be searched. That is not the same as nothing there.";
  }
  if (response.gaps.some((gap) => gap.code === "passages_left_out")) {
    return "Nothing found: what was asked to be left out left nothing over.";
  }
  const phrase = response.gaps.find((gap) => gap.subject?.startsWith('"'))?.subject;
  if (phrase !== undefined) return `Nothing found: no searched passage holds the phrase ${phrase}.`;
  if (missing.length === 0 && /[\p{L}\p{N}]/u.test(response.query)) return "Nothing found.";
  return missing.length === 0
    ? "Nothing found, and the question has no content word to look for."
    : `Nothing found: no searched passage holds ${formatQuoted(missing, "or")}.`;
}

/** Returns one hit: where it is, what it says, and how it stands. */
export function formatHit(hit: Hit, view: View): string[] {
  const { paint } = view;
  const score =
    hit.explanation === undefined ? "" : paint.faint(`  score ${formatScore(hit.score)}`);
  const headings = headingsOf(hit);
  const excerpt =
    hit.excerpt === undefined
      ? []
      : formatExcerpt(
          { text: hit.excerpt, startLine: hit.citation.startLine, words: hit.matched },
          view,
        );
  return [
    formatPlace(hit.citation, view) + score,
    ...(headings.length === 0 ? [] : say(headings.join(" › "), view).map(paint.strong)),
    ...excerpt,
    ...formatStanding(hit, view),
    ...(hit.explanation === undefined ? [] : formatExplanation(hit.explanation)),
  ];
}

/** The title of a message is its first words: above them it would only be read twice. */
function headingsOf({ headingPath, title, excerpt, entry }: Hit): readonly string[] {
  if (headingPath.length > 0) return headingPath;
  const isRepeated =
    entry !== undefined && excerpt?.trimStart().startsWith(title.replace(/…$/, ""));
  return isRepeated === true ? [] : [title];
}

function formatStanding(hit: Hit, view: View): string[] {
  const state = formatState(hit.citation);
  const warnings = [
    ...(state === "" ? [] : [state]),
    ...(hit.entry === undefined ? [] : formatEntryWarnings(hit.entry)),
  ];
  const rows = warnings.flatMap((text) => say(`! ${text}`, view)).map(view.paint.warning);
  const parts = [formatAge(hit)];
  if (hit.entry !== undefined) parts.push(formatEntry(hit.entry));
  if (hit.origin !== "authored") parts.push(hit.origin);
  if (hit.truncated === "anchor") parts.push("shortened to an anchor");
  if (hit.truncated === "cap") parts.push("cut to fit the cap");
  if (hit.matched.length > 0) parts.push(`has ${hit.matched.join(", ")}`);
  if (hit.unmatched.length > 0) parts.push(`lacks ${hit.unmatched.join(", ")}`);
  return [...rows, ...say(visibleText(parts.join(" · ")), view, "  ").map(view.paint.faint)];
}
