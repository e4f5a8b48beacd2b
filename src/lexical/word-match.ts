import type { QuestionWord } from "./query-terms.ts";

/** Words of the question that are held, and those that are not, as the asker wrote them. */
export interface WordMatch {
  readonly matched: readonly string[];
  readonly unmatched: readonly string[];
}

/** Divides the words: an identifier is held when it stands whole or all of its parts do. */
export function matchWords(
  words: readonly QuestionWord[],
  holds: (term: string) => boolean,
): WordMatch {
  const matched: string[] = [];
  const unmatched: string[] = [];
  for (const { written, parts, whole } of words) {
    const isHeld = parts.every(holds) || (whole !== "none" && holds(whole));
    (isHeld ? matched : unmatched).push(written);
  }
  return { matched, unmatched };
}
