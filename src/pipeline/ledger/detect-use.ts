import { hash } from "node:crypto";
import { isStopWord } from "../../analysis/stop-words.ts";
import { splitLeaves } from "../../analysis/text/split-leaves.ts";
import { splitWords } from "../../analysis/wide-words.ts";
import type { BundleRecord, UseEvidence, UseRecord } from "../../model/ledger-record.ts";
import type { Quotation } from "./find-quotations.ts";
import { createLeafReader, type ReadLeaf } from "./read-leaf.ts";
import type { Sentence } from "./split-sentences.ts";

/** An answer, and the bundle that its writer was given. */
export interface AnswerToBundle {
  readonly record: Pick<BundleRecord, "deferred" | "exhibits" | "id" | "task">;
  /** Markdown. */
  readonly answer: string;
  /** ISO 8601, UTC: when it was looked at. */
  readonly at: string;
  readonly from: UseRecord["from"];
  /** Other bundles of the same chain: what is theirs exists, and is no use of this one. Default none. */
  readonly chain?: readonly Pick<BundleRecord, "deferred" | "exhibits">[];
}

/**
 * Finds what an answer shows of the exhibits it was given: which it cites by label or by place, and which it repeats word for word;
 * beside that, what it states without citing anything and what it cites that the bundle does not have (ADM-04, FAI-12). Says
 * nothing about help, and nothing about whether what is cited supports what is said. Equal input gives equal records.
 *
 * What counts as a citation: a label in brackets; a bare label, unless the task or an exhibit has that word too; lines that share
 * one with an exhibit; an artifact of the bundle named without lines. In a block of code only places count, and a label inside words
 * that an exhibit says itself is part of the quotation. Words that two exhibits say equally are evidence for both, unless the
 * leaf they stand in, or else the leaves beside it, cite one of the two.
 */
export async function detectUse(given: AnswerToBundle): Promise<UseRecord> {
  const { record, answer, at, from, chain = [] } = given;
  const read = (await splitLeaves(answer)).map(createLeafReader(record, chain));
  const used = limitEvidence(read.flatMap((leaf, nth) => evidenceIn(leaf, neighbors(read, nth))));
  const known = new Set(used.map(({ label }) => label));
  return {
    bundle: record.id,
    at,
    from,
    answerSha256: hash("sha256", answer, "hex"),
    used,
    unused: record.exhibits.map(({ label }) => label).filter((label) => !known.has(label)),
    uncitedSentences: read.flatMap(uncitedIn),
    unknownCitations: distinct(
      read.flatMap((leaf) =>
        leaf.unknown.map(({ text, at: offset }) => ({ text, line: lineAt(leaf, offset) })),
      ),
      ({ line, text }) => `${line} ${text}`,
    ),
  };
}

function neighbors(read: readonly ReadLeaf[], nth: number): readonly ReadLeaf[] {
  return [read[nth - 1], read[nth + 1]].filter((leaf) => leaf !== undefined);
}

/** 1-based, in the answer. */
function lineAt({ leaf }: ReadLeaf, offset: number): number {
  return leaf.line + leaf.text.slice(0, offset).split("\n").length;
}

function evidenceIn(read: ReadLeaf, beside: readonly ReadLeaf[]): readonly UseEvidence[] {
  const cited = read.cited.flatMap(({ at, labels, text }) =>
    labels.map((label) => ({
      ...{ label, by: "citation" as const },
      quote: shorten(text),
      line: lineAt(read, at),
    })),
  );
  const quoted = read.quotations.flatMap((quotation) =>
    ownersOf(quotation, [[read], beside]).map((label) => ({
      ...{ label, by: "quotation" as const },
      quote: shorten(read.leaf.text.slice(quotation.start, quotation.end)),
      line: lineAt(read, quotation.start),
    })),
  );
  return [...cited, ...quoted].sort((a, b) => a.line - b.line);
}

/** Of several exhibits that say the same words, those that the nearest text cites; all of them where it cites none. */
function ownersOf(
  { labels }: Quotation,
  around: readonly (readonly ReadLeaf[])[],
): readonly string[] {
  for (const leaves of around) {
    const cited = new Set(leaves.flatMap((leaf) => leaf.cited.flatMap((one) => one.labels)));
    const named = labels.filter((label) => cited.has(label));
    if (labels.length > 1 && named.length > 0) return named;
  }
  return labels;
}

/** Of one exhibit and kind the first so many places are evidence; more say nothing new. */
const MAX_EVIDENCE = 20;

function limitEvidence(evidence: readonly UseEvidence[]): readonly UseEvidence[] {
  const counts = new Map<string, number>();
  return distinct(evidence, ({ by, label, line }) => `${by} ${label} ${line}`).filter(
    ({ by, label }) => {
      const count = (counts.get(`${by} ${label}`) ?? 0) + 1;
      counts.set(`${by} ${label}`, count);
      return count <= MAX_EVIDENCE;
    },
  );
}

function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const isNew = !known.has(keyOf(item));
    known.add(keyOf(item));
    return isNew;
  });
}

/** A heading states nothing, a quotation and a block of code are somebody else's words. */
function uncitedIn(read: ReadLeaf): UseRecord["uncitedSentences"] {
  const { isQuoted, kind } = read.leaf;
  if (isQuoted || kind === "heading" || kind === "code") return [];
  const sentences = kind === "row" ? [wholeOf(read)] : read.sentences;
  return sentences
    .filter((sentence) => isStatement(sentence.text) && !citesIn(read, sentence))
    .map(({ start, text }) => ({
      text: shorten(text),
      line: lineAt(read, skipSpace(text, start)),
    }));
}

/** The cells of a row say one thing together. */
function wholeOf({ leaf: { text } }: ReadLeaf): Sentence {
  return { start: 0, end: text.length, text };
}

function skipSpace(text: string, start: number): number {
  return start + (text.length - text.trimStart().length);
}

function citesIn(read: ReadLeaf, { end, start }: Sentence): boolean {
  const isHere = ({ at }: { readonly at: number }): boolean => start <= at && at < end;
  return (
    read.cited.some(isHere) ||
    read.unknown.some(isHere) ||
    read.quotations.some((quotation) => quotation.start < end && start < quotation.end)
  );
}

/** With fewer different content words a sentence says hardly anything that could need evidence. */
const MIN_CONTENT_WORDS = 3;

/** A question states nothing, and what ends with a colon says what comes next. */
function isStatement(text: string): boolean {
  if (/[?？:：]["'”’»）)\]*_\s]*$/u.test(text)) return false;
  const content = splitWords(text).filter(
    ({ form, kind }) => kind === "part" && !isStopWord(form) && !/^[ed]?\d+$/.test(form),
  );
  return new Set(content.map(({ form }) => form)).size >= MIN_CONTENT_WORDS;
}

/** UTF-16 units of an answer that are kept of each thing found in it. */
const MAX_QUOTE = 200;

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (line.length <= MAX_QUOTE) return line;
  // Never half of a surrogate pair.
  return `${line.slice(0, MAX_QUOTE - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
