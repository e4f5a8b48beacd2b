import type {
  FailureKind,
  FailureOwner,
  FailureReport,
  Wandering,
} from "../../../model/failure.ts";
import type { WhyResponse } from "../../../model/ledger-response.ts";
import type { View } from "../view.ts";
import { formatTail, say } from "./format-envelope.ts";
import { formatCount, formatNumber } from "./quantity.ts";

/** Returns which stage failed, how, whose that is to mend, and the records that prove it. */
export function formatWhy(response: WhyResponse, view: View): string {
  const { bundle, failure, wandering } = response;
  const { artifact, part } = placeOf(failure);
  return [
    ...say(`${bundle} needed ${view.showArtifact(artifact)}${part}`, view),
    view.paint.strong(failure.stage.replaceAll("_", " ")),
    ...say(`${KINDS[failure.kind]} ${OWNERS[failure.owner]}`.trimEnd(), view),
    ...(failure.evidence.length === 0
      ? []
      : say(`On record: ${failure.evidence.join(", ")}.`, view, "  ").map(view.paint.faint)),
    ...say(formatWandering(wandering), view).filter((line) => line !== ""),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function placeOf({ needed, section }: FailureReport): {
  readonly artifact: string;
  readonly part: string;
} {
  return { artifact: needed, part: section === "any" ? "" : ` › ${section}` };
}

const KINDS: Readonly<Record<FailureKind, string>> = {
  unresolved: "Its reference could not be resolved: the stored text is not what its hash says.",
  not_in_corpus: "No text here is what was needed.",
  not_asked: "The source that would have it was not asked.",
  source_failed: "The source that would have it did not answer.",
  vocabulary_mismatch: "It is there, and shares no word with the task in any form.",
  outranked: "It is there and shares words with the task; others were ranked before it.",
  unknown_cause: "It was no candidate; why cannot be told any more.",
  rejected: "It was a candidate, and the policy rejected it.",
  deferred: "It was a candidate, and the policy deferred it without a handle to ask for it.",
  never_expanded:
    "It was named, or shown in a lesser form, with a handle to see more; nobody asked for as much as was needed.",
  budget: "It was to enter, and there was no room for it.",
  unused: "It was in the bundle, and no answer that was looked at touches it.",
  unknown_use: 'It was in the bundle. No answer was looked at; "exhibit used" does.',
  none: "It was in the bundle, and the context is not what failed.",
};

const OWNERS: Readonly<Record<FailureOwner, string>> = {
  retrieval: "Mend the search, not the gate.",
  recovery: "Mend the store or the reference; neither ranking nor the gate had a part in it.",
  admission: "Mend the policy or its budget.",
  use: "Mend how the bundle is read; no tuning of the gate helps.",
  nobody: "",
};

function formatWandering({ expansions, searches, shownIn, tokens }: Wandering): string {
  if (expansions + searches === 0) return "";
  const asked = `${formatCount(expansions, "expansion")} and ${formatCount(searches, "search", "searches")}`;
  return `After ${shownIn} had shown it there were ${asked}, ${formatNumber(tokens)} tokens.`;
}
