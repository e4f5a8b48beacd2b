import type { Engine } from "../../../src/model/engine.ts";
import type { SessionSet } from "./session-set.ts";

/** What the program says of questions that nothing in the set answers. */
export interface UnanswerableFigures {
  readonly questions: number;
  /** Of those: the answer names a word of the question that no passage holds. */
  readonly withMissingWord: number;
  /** Of those: `none` or `weak`, no passage holds every content word. */
  readonly notCovered: number;
  /** The same two for questions that the set does answer: what the figures above are worth. */
  readonly answerable: {
    readonly questions: number;
    readonly withMissingWord: number;
    readonly notCovered: number;
  };
}

/** Asks every question and counts those of which the program itself says that a word, or a passage with all words, is missing. */
export async function askUnanswerable(
  engine: Engine,
  set: SessionSet,
): Promise<UnanswerableFigures> {
  const counts = { questions: 0, withMissingWord: 0, notCovered: 0 };
  const answerable = { ...counts };
  for (const { evidence, question } of set.questions) {
    const { gaps, retrieval } = await engine.search(question, { sources: ["sessions"] });
    const count = evidence.size === 0 ? counts : answerable;
    count.questions += 1;
    if (gaps.some(({ code }) => code === "term_unmatched")) count.withMissingWord += 1;
    if (retrieval.evidence !== "covered") count.notCovered += 1;
  }
  return { ...counts, answerable };
}
