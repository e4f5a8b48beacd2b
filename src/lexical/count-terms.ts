import type { TermCount } from "../model/pool.ts";
import type { QuestionWord } from "./query-terms.ts";

/**
 * Counts the terms of a question's content words, each once and in their order. An identifier kept whole is no term of its
 * own: its parts are counted already.
 */
export function countTerms(
  words: readonly QuestionWord[],
  holding: (term: string) => number,
): readonly TermCount[] {
  const counts = new Map<string, TermCount>();
  for (const word of words) {
    word.parts.forEach((form, place) => {
      if (counts.has(form)) return;
      counts.set(form, { form, written: word.stretch(place, place), passages: holding(form) });
    });
  }
  return [...counts.values()];
}
