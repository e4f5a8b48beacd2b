import type { Leaf } from "../../analysis/text/split-leaves.ts";
import { findCitations } from "../../model/find-citations.ts";
import type { BundleRecord } from "../../model/ledger-record.ts";
import { findLabels, type LabelMention } from "./find-labels.ts";
import { createQuotationFinder, type Quotation } from "./find-quotations.ts";
import { matchPlace } from "./match-place.ts";
import { type Sentence, splitSentences } from "./split-sentences.ts";

/** What a leaf cites: labels, as it writes them, where. */
export interface Cited {
  /** Exhibits of the bundle; empty for what the bundle does not have. */
  readonly labels: readonly string[];
  readonly text: string;
  readonly at: number;
}

/** A leaf of an answer with everything in it that bears on a bundle. Offsets are within its text. */
export interface ReadLeaf {
  readonly leaf: Leaf;
  readonly cited: readonly Cited[];
  /** Labels and places that the bundle does not have. */
  readonly unknown: readonly Cited[];
  readonly quotations: readonly Quotation[];
  /** None of a block of code. */
  readonly sentences: readonly Sentence[];
}

type Shown = Pick<BundleRecord, "deferred" | "exhibits">;

/** Returns a reader of leaves for one bundle; what other bundles of its chain have is not unknown. */
export function createLeafReader(
  record: Shown & Pick<BundleRecord, "task">,
  chain: readonly Shown[],
): (leaf: Leaf) => ReadLeaf {
  const bundle = describeBundle(record, chain);
  const finder = createQuotationFinder(record.exhibits, record.task.text);
  return (leaf) => {
    const quotations = finder.find(leaf.text);
    const mentions = leaf.kind === "code" ? [] : findLabels(leaf.text);
    const own = mentions.filter((mention) => !isQuoted(mention, quotations, bundle));
    const sentences =
      leaf.kind === "code" ? [] : splitSentences(leaf.text, own.filter(isInBrackets));
    const found = [
      ...own.flatMap((mention) => readMention(mention, bundle)),
      ...readPlaces(leaf, { sentences, quotations }, bundle),
    ].sort((left, right) => left.at - right.at);
    return {
      leaf,
      cited: found.filter(({ labels }) => labels.length > 0),
      unknown: found.filter(({ labels }) => labels.length === 0),
      quotations,
      sentences,
    };
  };
}

/** What of a bundle an answer is compared with. */
interface Bundle {
  readonly exhibits: BundleRecord["exhibits"];
  readonly shown: ReadonlySet<string>;
  /** What else the reader has a name for: deferred ones, and exhibits of the other bundles. */
  readonly named: ReadonlySet<string>;
  readonly others: BundleRecord["exhibits"];
  /** The task and what the exhibits say: a word of theirs is no citation by itself. */
  readonly subject: string;
  readonly subjectLabels: ReadonlySet<string>;
}

function describeBundle(
  { deferred, exhibits, task }: Shown & Pick<BundleRecord, "task">,
  chain: readonly Shown[],
): Bundle {
  const others = chain.flatMap((other) => other.exhibits);
  const named = [...deferred, ...chain.flatMap((other) => other.deferred), ...others];
  const texts = [...exhibits, ...others].map(({ headingPath, text, title }) =>
    [title, ...headingPath, text].join("\n"),
  );
  const subject = [task.text, ...texts].join("\n");
  return {
    exhibits,
    shown: new Set(exhibits.map(({ label }) => label)),
    named: new Set(named.map(({ label }) => label)),
    others,
    subject,
    subjectLabels: new Set(findLabels(subject).flatMap(({ written }) => written)),
  };
}

/** A source may name a label itself: who repeats its words cites nothing by that. */
function isQuoted(
  { end, labels, start }: LabelMention,
  quotations: readonly Quotation[],
  { subjectLabels }: Bundle,
): boolean {
  const isInside = quotations.some((quotation) => quotation.start < end && start < quotation.end);
  return isInside && labels.some((label) => subjectLabels.has(label));
}

function isInBrackets({ isBracketed }: LabelMention): boolean {
  return isBracketed;
}

function readMention(mention: LabelMention, bundle: Bundle): readonly Cited[] {
  const { isBracketed, labels, start: at, text, written } = mention;
  const counts = (label: string): boolean => isBracketed || !bundle.subjectLabels.has(label);
  const shown = labels.filter((label) => bundle.shown.has(label) && counts(label));
  const missing = written.filter(
    (label) =>
      !bundle.shown.has(label) &&
      !bundle.named.has(label) &&
      !bundle.subjectLabels.has(label) &&
      isSurelyLabel(label, isBracketed),
  );
  return [
    ...(shown.length === 0 ? [] : [{ labels: shown, text, at }]),
    ...missing.map((label) => ({ labels: [], text: label, at })),
  ];
}

/** `E501` alone may be the code of a linter, and `D3` the name of a library. */
function isSurelyLabel(label: string, isBracketed: boolean): boolean {
  return isBracketed || /^E\d{1,2}$/.test(label);
}

function readPlaces(
  { kind, links, text }: Leaf,
  { quotations, sentences }: Pick<ReadLeaf, "quotations" | "sentences">,
  bundle: Bundle,
): readonly Cited[] {
  const stretches = kind === "code" ? [{ start: 0, text }] : sentences;
  const written = stretches.flatMap((stretch) =>
    findCitations(stretch.text).flatMap(({ citedOnLines, reference }) =>
      citedOnLines.map((line) => {
        const at = stretch.start + offsetOfLine(stretch.text, line);
        return { reference, at, isQuoted: isOnQuotedLine(text, at, quotations) };
      }),
    ),
  );
  const linked = links.flatMap(({ at, target }) =>
    findCitations(target).map(({ reference }) => ({ reference, at, isQuoted: false })),
  );
  return [...written, ...linked].flatMap(({ at, isQuoted: isInside, reference }) => {
    const labels = matchPlace(reference, bundle.exhibits);
    const isSubject = bundle.subject.includes(reference);
    if (labels === "unclear" || (isInside && isSubject)) return [];
    // Output of a program names places too, and an exhibit may name places of its own.
    const isForeign =
      kind === "code" || isSubject || matchPlace(reference, bundle.others).length > 0;
    return labels.length === 0 && isForeign ? [] : [{ labels, text: reference, at }];
  });
}

function isOnQuotedLine(text: string, at: number, quotations: readonly Quotation[]): boolean {
  const end = text.indexOf("\n", at);
  const lineEnd = end < 0 ? text.length : end;
  return quotations.some((quotation) => quotation.start < lineEnd && at < quotation.end);
}

/** Where the 1-based line begins. */
function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let nth = 1; nth < line; nth += 1) at = text.indexOf("\n", at) + 1;
  return at;
}
