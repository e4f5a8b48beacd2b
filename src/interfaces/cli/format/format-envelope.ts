import type { Completeness, Envelope, SourceReport } from "../../../model/envelope.ts";
import type { Gap, GapCode } from "../../../model/gap.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { wrapSentence } from "../wrap-text.ts";
import { formatFreshness, formatQuietFreshness } from "./format-freshness.ts";
import { formatGap } from "./format-gap.ts";
import { formatCount, formatNumber } from "./quantity.ts";

const LABEL_COLUMNS = 7;

/** Returns what must be read before the answer: every source that was asked and did not answer. Often nothing. */
export function formatSilentSources(completeness: Completeness, view: View): string[] {
  const rows = listSilent(completeness).flatMap((source) => {
    const reason = source.reason === undefined ? "" : `: ${source.reason}`;
    const effect = completeness.complete ? "" : " This answer is incomplete.";
    return warn(`The source "${source.name}" is ${source.status}${reason}.${effect}`, view);
  });
  if (rows.length === 0 && !completeness.complete) {
    rows.push(...warn("This answer is incomplete; the gaps below say why.", view));
  }
  return rows.length === 0 ? [] : [...rows, ""];
}

function listSilent({ sources }: Completeness): readonly SourceReport[] {
  return sources.filter(({ status }) => status !== "ok" && status !== "not_asked");
}

/** A store that did not answer in full is told of before the answer. */
function isOfStore(code: GapCode): boolean {
  return code === "source_failed" || code === "index_behind";
}

/** How the end of an answer is told. */
export interface TailOptions {
  /** Gaps the answer has already told: the dates row counts undated texts, and once is enough. */
  readonly saidBefore?: readonly GapCode[];
  /** Three rows whatever they say, for a command that is asked for exactly that. */
  readonly inFull?: true;
}

/**
 * Returns what follows every answer: the three freshness answers, on one row when none of them asks for attention, the
 * gaps, what did not fit, and the path the call took when a trace was asked for.
 */
export function formatTail(
  response: Envelope<string>,
  view: View,
  { saidBefore = ["date_unknown"], inFull }: TailOptions = {},
): string[] {
  const isShort = inFull !== true && asksTexts(response);
  const quiet = isShort ? formatQuietFreshness(response.freshness) : "none";
  return [
    ...(quiet === "none"
      ? formatFreshnessRows(response, view)
      : say(quiet, view, "  ").map(view.paint.faint)),
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
  return formatFreshness(response.freshness, asksTexts(response)).flatMap(
    ({ label, sentence, isWarning }) =>
      labeled(label, sentence, { ...view, emphasize: isWarning ? view.paint.warning : keep }),
  );
}

/** Whether the answer is one about texts of the workspace at all. */
function asksTexts({ completeness }: Envelope<string>): boolean {
  return completeness.sources.some(
    ({ name, status }) => (name === "files" || name === "records") && status !== "not_asked",
  );
}

const keep = (text: string): string => text;

/** A sentence behind its label; rows after the first are indented under it. */
function labeled(
  label: string,
  sentence: string,
  view: View & { readonly emphasize: (text: string) => string },
): string[] {
  const indent = " ".repeat(LABEL_COLUMNS);
  const [first = "", ...more] = say(label.padEnd(LABEL_COLUMNS) + sentence, view, indent);
  return [
    view.paint.faint(first.slice(0, LABEL_COLUMNS)) + view.emphasize(first.slice(LABEL_COLUMNS)),
    ...more.map((text) => indent + view.emphasize(text.slice(LABEL_COLUMNS))),
  ];
}

function formatGaps(
  response: Envelope<string>,
  view: View,
  saidBefore: readonly GapCode[],
): string[] {
  const { budget, gaps } = response;
  const silent = listSilent(response.completeness).map(({ name }) => name);
  const isSaid = ({ code, subject }: Gap): boolean =>
    saidBefore.includes(code) || (isOfStore(code) && silent.some((name) => name === subject));
  const sentences = gaps.filter((gap) => !isSaid(gap)).map(formatGap);
  const isCounted = response.schema === "exhibit.map/1";
  if (budget.dropped > 0 && !isCounted) {
    sentences.push(formatDropped(response));
  }
  if (budget.droppedGaps > 0) {
    sentences.push(
      `${formatCount(budget.droppedGaps, "more gap")} did not fit in ${formatNumber(budget.capBytes)} bytes.`,
    );
  }
  return sentences.flatMap((text, index) =>
    labeled(index === 0 ? "Gaps" : "", text, { ...view, emphasize: keep }),
  );
}

/** What a response has many of, by its schema. */
const ENTRIES: Readonly<Record<string, string>> = {
  "exhibit.search/1": "passage",
  "exhibit.open/1": "line",
  "exhibit.timeline/1": "event",
  "exhibit.verify/1": "citation",
  "exhibit.map/1": "module",
  "exhibit.ledger/1": "bundle",
};

function formatDropped({ schema, budget }: Envelope<string>): string {
  const entry = ENTRIES[schema];
  const dropped =
    entry === undefined
      ? formatCount(budget.dropped, "entry", "entries")
      : formatCount(budget.dropped, entry);
  return `${dropped} did not fit in ${formatNumber(budget.capBytes)} bytes. A larger --cap shows more.`;
}

function formatTrace(response: Envelope<string>, view: View): string[] {
  if (response.trace === undefined) return [];
  const steps = response.trace.flatMap(({ step, detail, count }) =>
    say(`- ${step}: ${formatNumber(count)}${detail === "" ? "" : ` (${detail})`}`, view, "  "),
  );
  return ["", view.paint.faint("Trace"), ...steps];
}
