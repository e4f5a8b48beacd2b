import { isStopWord } from "../../analysis/stop-words.ts";
import type { TextReader } from "./text-reader.ts";

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
  /** Whether it holds a word as it is written, but for capitals. */
  readonly holds: (word: string) => boolean;
  /** Its words, lowercased, that hold a digit or are written as a name is. */
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
  const marks = new Set<string>();
  const numbers: string[] = [];
  for (const match of text.matchAll(ASCII.test(text) ? MARKED_ASCII : MARKED)) {
    const word = match[0].toLowerCase();
    const hasDigit = DIGIT.test(word);
    if (hasDigit) numbers.push(word);
    if (hasDigit || isName(match[0], text, match.index)) marks.add(word);
  }
  let words: ReadonlySet<string> | undefined;
  const holds = (word: string): boolean => {
    if (marks.has(word)) return true;
    words ??= new Set(text.toLowerCase().match(WORD));
    return words.has(word);
  };
  const terms = new Set(reader.read(text).distinct);
  for (const word of TURNING) if (holds(word)) terms.add(word);
  const plain = new Set(terms);
  for (const mark of marks) for (const term of reader.read(mark).distinct) plain.delete(term);
  return { terms, holds, marks, numbers, plain };
}

const WORD = /[\p{L}\p{N}]+/gu;
/** A word with a capital or a digit anywhere. It begins where no word goes on, or every letter of a plain one would be tried. */
const MARKED = /(?<![\p{L}\p{N}])[^\P{L}\p{Lu}]*[\p{Lu}\p{N}][\p{L}\p{N}]*/gu;
const MARKED_ASCII = /(?<![A-Za-z0-9])[a-z]*[A-Z0-9][A-Za-z0-9]*/g;
const ASCII = /^[\0-\x7f]*$/;
const DIGIT = /\p{N}/u;

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
    every(text.terms, (term) => admitted.terms.has(term)) &&
    every(text.marks, admitted.holds) &&
    isSubsequence(text.numbers, admitted.numbers)
  );
}

function differsInMarks(left: TextTraits, right: TextTraits): boolean {
  return (
    !every(left.marks, right.holds) ||
    !every(right.marks, left.holds) ||
    left.numbers.join(" ") !== right.numbers.join(" ")
  );
}

function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of left) if (right.has(term)) shared++;
  return shared < MIN_SHARED ? 0 : shared / (left.size + right.size - shared);
}

function every(words: ReadonlySet<string>, holds: (word: string) => boolean): boolean {
  for (const word of words) if (!holds(word)) return false;
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
