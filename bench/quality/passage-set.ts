import type { IndexDocument } from "../../src/model/index-document.ts";
import type { EvalQuestion, EvalSet } from "./eval-set.ts";
import type { TextRange } from "./pack-paragraphs.ts";

/** A passage as it is ranked, with the text range it came from. */
export interface RankedPassage extends TextRange {
  readonly doc: string;
}

/** The passages of a set in one way of cutting it, as documents for an index, in the same order. */
export interface PassageSet {
  readonly documents: readonly IndexDocument[];
  /** Flat over all documents. */
  readonly passages: readonly RankedPassage[];
  /** Documents that the cut leaves out because it takes them for something else than text. */
  readonly unreadDocuments: number;
}

/** Turns ranked passages into ranked answers and says which answers are right. */
export interface AnswerKey {
  toAnswers(rankedPassages: readonly number[]): readonly number[];
  rightAnswers(question: EvalQuestion): ReadonlySet<number>;
}

/**
 * A passage answers for the section that contains its start; of a section's passages the first ranked counts. Where gold names
 * ranges of text, a passage answers for itself, and every passage that overlaps a range is right.
 */
export function createAnswerKey(set: EvalSet, { passages }: PassageSet): AnswerKey {
  if (set.isSpanGold) {
    return {
      toAnswers: (ranked) => ranked,
      rightAnswers: ({ spans }) =>
        new Set(
          [...passages.entries()]
            .filter(([, passage]) =>
              spans.some(
                (span) =>
                  span.doc === passage.doc && passage.start < span.end && span.start < passage.end,
              ),
            )
            .map(([index]) => index),
        ),
    };
  }
  const unitOf = findUnits(set, passages);
  return {
    toAnswers: (ranked) => [
      ...new Set(
        ranked.map((passage) => unitOf[passage] ?? NO_UNIT).filter((id) => id !== NO_UNIT),
      ),
    ],
    rightAnswers: (question) => question.right,
  };
}

/** A passage of a bare title, which the protocol does not count as a unit. */
const NO_UNIT = -1;

function findUnits(set: EvalSet, passages: readonly RankedPassage[]): number[] {
  const unitsOf = new Map<string, { id: number; start: number; end: number }[]>();
  for (const unit of set.units) {
    const known = unitsOf.get(unit.doc);
    if (known === undefined) unitsOf.set(unit.doc, [unit]);
    else known.push(unit);
  }
  return passages.map(({ doc, start }) => {
    const unit = unitsOf
      .get(doc)
      ?.find((candidate) => candidate.start <= start && start < candidate.end);
    return unit?.id ?? NO_UNIT;
  });
}
