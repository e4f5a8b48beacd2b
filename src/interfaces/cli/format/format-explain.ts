import type { ExplainResponse } from "../../../model/explain-response.ts";
import type { View } from "../view.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatExplanation, formatScore } from "./format-explanation.ts";
import { formatPlace } from "./format-place.ts";

/** Returns why a passage ranked where it did, or why it was no candidate: words first, then the score as a tree. */
export function formatExplain(response: ExplainResponse, view: View): string {
  const rank =
    response.rank === "not_a_candidate"
      ? `No candidate for this question${response.reason === undefined ? "" : `: ${response.reason}`}.`
      : `Rank ${response.rank}${response.score === "unavailable" ? "" : `, score ${formatScore(response.score)}`}. A score orders passages; it says nothing about truth.`;
  return [
    ...formatSilentSources(response.completeness, view),
    formatPlace(response.citation, view),
    ...say(rank, view),
    ...say(`has    ${response.matched.join(", ") || "no word of the question"}`, view, "       "),
    ...say(`lacks  ${response.unmatched.join(", ") || "nothing"}`, view, "       "),
    "",
    ...(response.explanation === "unavailable"
      ? say("There is no score to explain.", view)
      : formatExplanation(response.explanation)),
    "",
    ...formatTail(response, view),
  ].join("\n");
}
