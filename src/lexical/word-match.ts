import type { QuestionWord } from "./query-terms.ts";

/** Words of the question that are held, and those that are not, as the asker wrote them. */
export interface WordMatch {
  readonly matched: readonly string[];
  readonly unmatched: readonly string[];
}

/** What is known of where a question is looked for: one passage, or the whole index. */
export interface Holding {
  /** True for a term that is held in any field. */
  readonly holds: (term: string) => boolean;
  /** True for an identifier whose parts stand side by side in one field. */
  readonly standsTogether: (word: QuestionWord) => boolean;
}

/**
 * Divides the words. An identifier is held when it stands whole or its parts side by side; when only some of its parts
 * stand anywhere, these are named as held and the identifier as not. Of a run of characters each longest stretch whose
 * pairs are held is named, and each that is not.
 */
export function matchWords(words: readonly QuestionWord[], holding: Holding): WordMatch {
  const matched = new Set<string>();
  const unmatched = new Set<string>();
  for (const word of words) {
    if (word.kind === "run") divideRun(word, holding, { matched, unmatched });
    else if (holdsWord(word, holding)) matched.add(word.written);
    else {
      unmatched.add(word.written);
      word.parts.forEach((part, place) => {
        if (word.kind === "identifier" && holding.holds(part))
          matched.add(word.stretch(place, place));
      });
    }
  }
  // What one word lacks another may have: a stretch found elsewhere in the question is held.
  return {
    matched: [...matched],
    unmatched: [...unmatched].filter((word) => !matched.has(word)),
  };
}

/** True when a word, an identifier or every pair of a run is held. */
export function holdsWord(word: QuestionWord, { holds, standsTogether }: Holding): boolean {
  if (word.kind !== "identifier") return word.parts.every(holds);
  return (word.whole !== "none" && holds(word.whole)) || standsTogether(word);
}

function divideRun(
  word: QuestionWord,
  { holds }: Holding,
  into: { readonly matched: Set<string>; readonly unmatched: Set<string> },
): void {
  let first = 0;
  for (let place = 1; place <= word.parts.length; place++) {
    const isHeld = holds(word.parts[first] as string);
    if (place < word.parts.length && holds(word.parts[place] as string) === isHeld) continue;
    (isHeld ? into.matched : into.unmatched).add(word.stretch(first, place - 1));
    first = place;
  }
}
