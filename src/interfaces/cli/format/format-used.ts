import type { UsedResponse } from "../../../model/ledger-response.ts";
import type { View } from "../view.ts";
import { formatTail, say } from "./format-envelope.ts";
import { formatCount } from "./quantity.ts";

/** Returns which exhibits an answer used, each with what shows it, and what it says and cites without them. */
export function formatUsed(response: UsedResponse, view: View): string {
  const { earlier, use } = response;
  const { uncitedSentences, unknownCitations, unused, used } = use;
  const labels = [...new Set(used.map(({ label }) => label))];
  return [
    ...say(`${use.bundle}: ${formatCount(labels.length, "exhibit")} used.`, view),
    ...used.flatMap(({ by, label, line, quote }) =>
      say(`  ${label}  line ${line}, ${by}: ${quote}`, view, "      "),
    ),
    ...(unused.length === 0 ? [] : say(`Nothing shows a use of ${unused.join(", ")}.`, view)),
    ...earlier.flatMap((one) =>
      say(
        `${one.bundle}, which it goes on from: ${one.used.length === 0 ? "none" : one.used.join(", ")} used.`,
        view,
      ),
    ),
    ...listed("Citations that the bundle does not have:", unknownCitations, view),
    ...listed("Sentences that state something and cite nothing:", uncitedSentences, view),
    "",
    ...say(
      "Used is not helpful: whether an exhibit changed the result is not known by this.",
      view,
    ),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function listed(
  head: string,
  found: readonly { readonly line: number; readonly text: string }[],
  view: View,
): string[] {
  if (found.length === 0) return [];
  return [
    "",
    ...say(head, view),
    ...found.flatMap(({ line, text }) => say(`  line ${line}: ${text}`, view, "      ")),
  ];
}
