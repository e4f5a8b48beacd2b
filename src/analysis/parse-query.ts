import { isStopWord } from "./stop-words.ts";
import { splitWords, type Word } from "./wide-words.ts";

/** Distinct words of a question that are looked at; what follows in a longer one is not. */
export const MAX_QUESTION_WORDS = 512;
const MAX_QUESTION_UNITS = 65_536;
/** Quotes are phrases in a question, not in a pasted text: these bounds tell the two apart. */
const MAX_PHRASE_WORDS = 8;
const MAX_PHRASES = 4;
/** Pairs of characters that make one word of a question: a longer run is several. */
const MAX_RUN_PAIRS = 64;

/** A word of a question: what the asker wrote and the forms that stand for it in the index. */
export interface QueryWord {
  /**
   * An `identifier` has parts and is kept whole; a `run` of CJK characters has overlapping pairs of them as its parts; any
   * other is a `word` with one part.
   */
  readonly kind: "word" | "identifier" | "run";
  /** As written, lowercased. */
  readonly written: string;
  /** The word's forms in order. */
  readonly parts: readonly string[];
  /** Where each part stands in `asked`, which is the word as written. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  readonly asked: string;
  /** The identifier kept whole, or `"none"`. */
  readonly whole: string | "none";
  /** True for words that leave the question when a content word remains. */
  readonly isStop: boolean;
}

/** What stood in double quotes. */
export interface QueryPhrase {
  readonly written: string;
  /** Forms that must follow each other. */
  readonly forms: readonly string[];
}

/** A question as words. Any text at all makes one. */
export interface ParsedQuery {
  /** Distinct words, in order of first appearance. */
  readonly words: readonly QueryWord[];
  /** All forms in order, repeats and stop words included: what stands beside what. */
  readonly sequence: readonly string[];
  readonly phrases: readonly QueryPhrase[];
}

/**
 * Reads a question: ordinary words, and `"…"` a phrase that must be met. A quote is a phrase when every quote of the
 * question is closed, it holds at most eight words, and the question quotes at most four times; else it is text like the
 * rest, so that a pasted log or record does not demand all that it quotes. Nothing is a syntax error.
 */
export function parseQuery(text: string): ParsedQuery {
  const pieces = text.slice(0, MAX_QUESTION_UNITS).split('"');
  const quoted = (pieces.length - 1) / 2;
  const mayQuote = Number.isInteger(quoted) && quoted <= MAX_PHRASES;
  const words = new Map<string, QueryWord>();
  const sequence: string[] = [];
  const phrases: QueryPhrase[] = [];
  pieces.forEach((piece, index) => {
    const found = wordsOfQuestion(piece);
    const forms = found.flatMap((word) => word.parts);
    const isPhrase = mayQuote && index % 2 === 1 && found.length <= MAX_PHRASE_WORDS;
    if (isPhrase && forms.length > 0) phrases.push({ written: piece.trim(), forms });
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
    for (const run of splitRuns(parts)) found.push(plainWord(text, run));
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
    found.push({ kind: "identifier", ...wordOver(text, covered), whole: word.form, isStop: false });
  }
  flush();
  return found;
}

/** Pairs that overlap are one run of characters; every other part is a word by itself. */
function splitRuns(parts: readonly Word[]): readonly Word[][] {
  const runs: Word[][] = [];
  let before: Word | undefined;
  for (const part of parts) {
    const run = runs.at(-1);
    const goesOn = before !== undefined && part.start < before.end;
    if (run !== undefined && goesOn && run.length < MAX_RUN_PAIRS) run.push(part);
    else runs.push([part]);
    before = part;
  }
  return runs;
}

function plainWord(text: string, run: readonly Word[]): QueryWord {
  const [first] = run;
  const isStop =
    run.length === 1 &&
    first !== undefined &&
    (isStopWord(first.form) || isContraction(text, first));
  return { kind: run.length > 1 ? "run" : "word", ...wordOver(text, run), whole: "none", isStop };
}

function wordOver(
  text: string,
  parts: readonly Word[],
): Pick<QueryWord, "written" | "parts" | "spans" | "asked"> {
  const start = parts[0]?.start ?? 0;
  const end = parts.at(-1)?.end ?? start;
  const asked = text.slice(start, end);
  return {
    written: asked.toLowerCase(),
    parts: parts.map((part) => part.form),
    spans: parts.map((part) => ({ start: part.start - start, end: part.end - start })),
    asked,
  };
}

/** The pieces of "what's", "don't", "we'll" carry no content: `s`, `don`, `t`, `ll`. */
function isContraction(text: string, word: Word): boolean {
  const before = text.slice(Math.max(0, word.start - 2), word.start);
  if (/\S['’]$/.test(before) && /^(?:s|t|d|m|re|ve|ll)$/.test(word.form)) return true;
  return word.form.endsWith("n") && /^['’]t\b/i.test(text.slice(word.end, word.end + 3));
}
