import type { ReadText } from "./read-text.ts";

/** Two texts that share so much of their content words are near-duplicates. */
const NEAR_DUPLICATE = 0.7;

/** How a text stands to an admitted one. */
export type Likeness = "redundant" | "conflict" | "different";

/**
 * Compares a text with an admitted one. It is redundant only where every content word of it is there already. Near-duplicates
 * that differ in a word with a digit or a capital are in conflict, and both stay: dropping one of them is how only the wrong
 * answer gets admitted (AUT-09).
 */
export function compareTexts(text: ReadText, admitted: ReadText): Likeness {
  if (text.distinct.size === 0) return "different";
  const shared = [...text.distinct].filter((term) => admitted.distinct.has(term)).length;
  if (shared === text.distinct.size) return "redundant";
  const all = text.distinct.size + admitted.distinct.size - shared;
  if (shared / all < NEAR_DUPLICATE) return "different";
  const differs =
    [...text.marked].some((word) => !admitted.marked.has(word)) ||
    [...admitted.marked].some((word) => !text.marked.has(word));
  return differs ? "conflict" : "different";
}
