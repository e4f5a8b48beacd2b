import type { Completeness, Envelope } from "../../../model/envelope.ts";
import type { GapCode } from "../../../model/gap.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { wrapSentence } from "../wrap-text.ts";
import { formatFreshness } from "./format-freshness.ts";
import { formatGap } from "./format-gap.ts";
import { formatCount, formatNumber } from "./quantity.ts";

const LABEL_COLUMNS = 7;

/** Returns what must be read before the answer: every source that was asked and did not answer. Often nothing. */
export function formatSilentSources(completeness: Completeness, view: View): string[] {
  const silent = completeness.sources.filter(
    (source) => source.status !== "ok" && source.status !== "not_asked",
  );
  const rows = silent.flatMap((source) => {
    const reason = source.reason === undefined ? "" : `: ${source.reason}`;
    const effect = completeness.complete ? "" : " This answer is incomplete.";
    return warn(`The source "${source.name}" is ${source.status}${reason}.${effect}`, view);
  });
  if (rows.length === 0 && !completeness.complete) {
    rows.push(...warn("This answer is incomplete; the gaps below say why.", view));
  }
  return rows.length === 0 ? [] : [...rows, ""];
}

/**
 * Returns what follows every answer: the three freshness answers, the gaps, what did not fit, and the path the call
 * took when a trace was asked for. Gaps in `saidBefore` are left out: the dates row counts undated texts, and once is
 * enough.
 */
export function formatTail(
  response: Envelope<string>,
  view: View,
  saidBefore: readonly GapCode[] = ["date_unknown"],
): string[] {
  return [
    ...formatFreshnessRows(response, view),
    ...formatGaps(response, view, saidBefore),
    ...formatTrace(response, view),
  ];
}

/** Wraps a sentence for the reader, its hidden characters made visible. */
export function say(sentence: string, view: View, indent = ""): string[] {
  return wrapSentence(visibleText(sentence), view.columns, indent);
}

function warn(sentence: string, view: View): string[] {
  return say(`! ${sentence}`, view, "  ").map(view.paint.warning);
}

function formatFreshnessRows(response: Envelope<string>, view: View): string[] {
  const indent = " ".repeat(LABEL_COLUMNS);
  return formatFreshness(response.freshness).flatMap((row) => {
    const [first = "", ...more] = say(row.label.padEnd(LABEL_COLUMNS) + row.sentence, view, indent);
    const paint = row.isWarning ? view.paint.warning : (text: string): string => text;
    const label = view.paint.faint(first.slice(0, LABEL_COLUMNS));
    return [
      label + paint(first.slice(LABEL_COLUMNS)),
      ...more.map((text) => indent + paint(text.slice(LABEL_COLUMNS))),
    ];
  });
}

function formatGaps(
  response: Envelope<string>,
  view: View,
  saidBefore: readonly GapCode[],
): string[] {
  const { budget, gaps } = response;
  const sentences = gaps.filter(({ code }) => !saidBefore.includes(code)).map(formatGap);
  if (budget.dropped > 0) {
    sentences.push(
      `${formatCount(budget.dropped, "entry", "entries")} did not fit in ${formatNumber(budget.capBytes)} bytes. A larger --cap shows more.`,
    );
  }
  if (budget.droppedGaps > 0) {
    sentences.push(
      `${formatCount(budget.droppedGaps, "more gap")} did not fit in ${formatNumber(budget.capBytes)} bytes.`,
    );
  }
  if (sentences.length === 0) return [];
  return [
    "",
    view.paint.faint("Gaps"),
    ...sentences.flatMap((text) => say(`- ${text}`, view, "  ")),
  ];
}

function formatTrace(response: Envelope<string>, view: View): string[] {
  if (response.trace === undefined) return [];
  const steps = response.trace.flatMap(({ step, detail, count }) =>
    say(`- ${step}: ${formatNumber(count)}${detail === "" ? "" : ` (${detail})`}`, view, "  "),
  );
  return ["", view.paint.faint("Trace"), ...steps];
}
