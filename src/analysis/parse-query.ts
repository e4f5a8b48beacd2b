import { isStopWord } from "./stop-words.ts";
import { splitWords, type Word } from "./wide-words.ts";

/** Distinct words of a question that are looked at; what follows in a longer one is not. */
export const MAX_QUESTION_WORDS = 512;
const MAX_QUESTION_UNITS = 65_536;

/** A word of a question: what the asker wrote and the forms that stand for it in the index. */
export interface QueryWord {
  /** As written, lowercased. */
  readonly written: string;
  /** The word's forms in order: one, or the parts of an identifier. */
  readonly parts: readonly string[];
  /** The identifier kept whole, or `"none"`. */
  readonly whole: string | "none";
  /** True for words that leave the question when a content word remains. */
  readonly isStop: boolean;
}

/** A question as words. Any text at all makes one. */
export interface ParsedQuery {
  /** Distinct words, in order of first appearance. */
  readonly words: readonly QueryWord[];
  /** All forms in order, repeats and stop words included: what stands beside what. */
  readonly sequence: readonly string[];
  /** What stood in double quotes, as forms that must follow each other. */
  readonly phrases: readonly (readonly string[])[];
}

/** Reads a question: ordinary words, `"…"` a phrase, an unpaired quote is text. Nothing is a syntax error. */
export function parseQuery(text: string): ParsedQuery {
  const pieces = text.slice(0, MAX_QUESTION_UNITS).split('"');
  const lastQuoted = pieces.length - 1 - ((pieces.length - 1) % 2);
  const words = new Map<string, QueryWord>();
  const sequence: string[] = [];
  const phrases: string[][] = [];
  pieces.forEach((piece, index) => {
    const found = wordsOfQuestion(piece);
    const forms = found.flatMap((word) => word.parts);
    if (index % 2 === 1 && index < lastQuoted && forms.length > 0) phrases.push(forms);
    sequence.push(...forms);
    for (const word of found) {
      const known = words.get(word.written);
      if (known === undefined && words.size >= MAX_QUESTION_WORDS) continue;
      if (known === undefined || (known.isStop && !word.isStop)) words.set(word.written, word);
    }
  });
  return { words: [...words.values()], sequence, phrases };
}

/** The words that count: content words, or every word when there is nothing else (or `keepStopWords`). */
export function contentWords(query: ParsedQuery, keepStopWords: boolean): readonly QueryWord[] {
  const content = query.words.filter((word) => !word.isStop);
  return keepStopWords || content.length === 0 ? query.words : content;
}

function wordsOfQuestion(text: string): readonly QueryWord[] {
  const found: QueryWord[] = [];
  const words = splitWords(text).filter((word) => word.kind !== "character");
  let parts: Word[] = [];
  const flush = (): void => {
    for (const part of parts) found.push(singleWord(text, part));
    parts = [];
  };
  for (const word of words) {
    if (word.kind === "part") {
      parts.push(word);
      continue;
    }
    const covered = parts.filter((part) => part.start >= word.start);
    parts = parts.filter((part) => part.start < word.start);
    flush();
    found.push({
      written: text.slice(word.start, word.end).toLowerCase(),
      parts: covered.map((part) => part.form),
      whole: word.form,
      isStop: false,
    });
  }
  flush();
  return found;
}

function singleWord(text: string, word: Word): QueryWord {
  const isStop = isStopWord(word.form) || isContraction(text, word);
  const written = text.slice(word.start, word.end).toLowerCase();
  return { written, parts: [word.form], whole: "none", isStop };
}

/** The pieces of "what's", "don't", "we'll" carry no content: `s`, `don`, `t`, `ll`. */
function isContraction(text: string, word: Word): boolean {
  const before = text.slice(Math.max(0, word.start - 2), word.start);
  if (/\S['’]$/.test(before) && /^(?:s|t|d|m|re|ve|ll)$/.test(word.form)) return true;
  return word.form.endsWith("n") && /^['’]t\b/i.test(text.slice(word.end, word.end + 3));
}
