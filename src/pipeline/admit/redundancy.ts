import { isStopWord } from "../../analysis/stop-words.ts";
import { STOP, type TextReader } from "./text-reader.ts";

/** Two texts that share so much of their plain words are near-duplicates. */
const NEAR_DUPLICATE = 0.7;
/** Fewer shared words than this are chance. */
const MIN_SHARED = 2;

/** Words that carry no topic and turn a statement around: they count where texts are compared. */
const TURNING: ReadonlySet<string> = new Set(
  "no not can could may must should will would".split(" "),
);

/** What of a text decides whether another one says the same. */
export interface TextTraits {
  /** Terms of its content words. */
  readonly terms: ReadonlySet<string>;
  /** Its words as written, lowercased. */
  readonly words: ReadonlySet<string>;
  /** Of `words`, those that hold a digit or are written as a name is. */
  readonly marks: ReadonlySet<string>;
  /** Marks with a digit, in order, repeats included: "from 3 to 5" is not "from 5 to 3". */
  readonly numbers: readonly string[];
  /** Terms that belong to no mark: what the two texts are about, whatever their numbers and names. */
  readonly plain: ReadonlySet<string>;
}

/** How a text stands to an admitted one. */
export type Likeness = "redundant" | "conflict" | "different";

/** Reads what texts are compared by. */
export function readTraits(text: string, reader: TextReader): TextTraits {
  const words = new Set<string>();
  const marks = new Set<string>();
  const numbers: string[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = match[0].toLowerCase();
    words.add(word);
    const hasDigit = /\p{N}/u.test(word);
    if (hasDigit) numbers.push(word);
    if (hasDigit || isName(match[0], text, match.index)) marks.add(word);
  }
  const terms = new Set(reader.read(text));
  terms.delete(STOP);
  for (const word of TURNING) if (words.has(word)) terms.add(word);
  const marked = new Set([...marks].flatMap((mark) => reader.read(mark)));
  const plain = new Set([...terms].filter((term) => !marked.has(term)));
  return { terms, words, marks, numbers, plain };
}

/**
 * Compares a text with an admitted one. Redundant: every content word of it stands there, every number and name as it is
 * written, and the numbers in the same order. Near-duplicates that differ in numbers or names are in conflict and both stay:
 * dropping one of them is how only the wrong answer gets admitted (AUT-09).
 */
export function compareTraits(text: TextTraits, admitted: TextTraits): Likeness {
  if (text.terms.size === 0) return "different";
  if (isContained(text, admitted)) return "redundant";
  const isNear = likenessOf(text.plain, admitted.plain) >= NEAR_DUPLICATE;
  return isNear && differsInMarks(text, admitted) ? "conflict" : "different";
}

function isContained(text: TextTraits, admitted: TextTraits): boolean {
  return (
    isSubset(text.terms, admitted.terms) &&
    isSubset(text.marks, admitted.words) &&
    isSubsequence(text.numbers, admitted.numbers)
  );
}

function differsInMarks(left: TextTraits, right: TextTraits): boolean {
  return (
    !isSubset(left.marks, right.words) ||
    !isSubset(right.marks, left.words) ||
    left.numbers.join(" ") !== right.numbers.join(" ")
  );
}

function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of left) if (right.has(term)) shared++;
  return shared < MIN_SHARED ? 0 : shared / (left.size + right.size - shared);
}

function isSubset(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  for (const each of inner) if (!outer.has(each)) return false;
  return true;
}

function isSubsequence(inner: readonly string[], outer: readonly string[]): boolean {
  let at = 0;
  for (const each of outer) if (each === inner[at]) at++;
  return at === inner.length;
}

/** A capital at the head of a sentence, a line or a cell names nobody; one anywhere else, or a second one, does. */
function isName(word: string, text: string, at: number): boolean {
  if (isStopWord(word.toLowerCase())) return false;
  if (/\p{Lu}/u.test(word.slice(1))) return true;
  if (!/^\p{Lu}/u.test(word)) return false;
  return /[\p{L}\p{N},;)\]'"’”`-][ \t]+[*_`"'“‘([]*$/u.test(text.slice(Math.max(0, at - 12), at));
}
