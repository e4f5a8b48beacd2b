import {
  contentWords,
  parseQuery,
  type QueryPhrase,
  type QueryWord,
} from "../analysis/parse-query.ts";
import { termOf } from "../analysis/term-of.ts";
import type { IndexQuery } from "../ports/passage-index.ts";

/** A term the ranking adds up, and what it counts beside its idf. */
export interface QueryTerm {
  readonly term: string;
  /** 1, or one half for an identifier kept whole: its parts count already. */
  readonly weight: number;
  readonly isWhole: boolean;
}

/** A content word as the asker wrote it and the terms that stand for it. */
export interface QuestionWord {
  readonly kind: QueryWord["kind"];
  readonly written: string;
  readonly forms: readonly string[];
  /** The terms of the forms. */
  readonly parts: readonly string[];
  readonly whole: string | "none";
  /** The parts from one place to another, as the asker wrote them (lowercased). */
  readonly stretch: (first: number, last: number) => string;
}

/** A question as what the index looks up. */
export interface QueryTerms {
  readonly words: readonly QuestionWord[];
  readonly terms: readonly QueryTerm[];
  /** All forms in order as asked, repeats and stop words included. */
  readonly sequence: readonly string[];
  /** The terms of `sequence`. */
  readonly sequenceTerms: readonly string[];
  readonly phrases: readonly QueryPhrase[];
  readonly excluded: readonly (readonly string[])[];
  readonly heading: readonly string[];
}

/** Longer questions are compared by their first words where order matters. */
const MAX_SEQUENCE = 160;

/** Reads a query into terms. `exact` and `reference` keep every word. */
export function readQueryTerms(
  query: Pick<IndexQuery, "text" | "ranker" | "excludedWords" | "filter" | "keepStopWords">,
): QueryTerms {
  const parsed = parseQuery(query.text);
  const keepStopWords = query.keepStopWords === true || query.ranker !== "lexical";
  const content = contentWords(parsed, keepStopWords);
  const words = content.map(toQuestionWord);
  const sequence = parsed.sequence.slice(0, MAX_SEQUENCE);
  return {
    words,
    terms: distinctTerms(words),
    sequence,
    sequenceTerms: sequence.map(termOf),
    phrases: parsed.phrases,
    excluded: query.excludedWords.map(formsOf).filter((forms) => forms.length > 0),
    heading: [...new Set(formsOf(query.filter.heading ?? "").map(termOf))],
  };
}

/** Every term that must be looked up to answer. */
export function termsToFind(query: QueryTerms): readonly string[] {
  const terms = new Set(query.terms.map(({ term }) => term));
  for (const term of query.sequenceTerms) terms.add(term);
  for (const forms of [...query.phrases.map((phrase) => phrase.forms), ...query.excluded]) {
    for (const form of forms) terms.add(termOf(form));
  }
  for (const term of query.heading) terms.add(term);
  return [...terms];
}

function toQuestionWord(word: QueryWord): QuestionWord {
  const { kind, written, parts, whole, asked, spans } = word;
  return {
    kind,
    written,
    forms: parts,
    parts: parts.map(termOf),
    whole: whole === "none" ? "none" : termOf(whole),
    stretch: (first, last) =>
      asked.slice(spans[first]?.start ?? 0, spans[last]?.end ?? 0).toLowerCase(),
  };
}

function distinctTerms(words: readonly QuestionWord[]): readonly QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const word of words) {
    for (const term of word.parts) terms.set(term, { term, weight: 1, isWhole: false });
  }
  for (const { whole } of words) {
    if (whole !== "none" && !terms.has(whole)) {
      terms.set(whole, { term: whole, weight: 0.5, isWhole: true });
    }
  }
  return [...terms.values()];
}

function formsOf(text: string): readonly string[] {
  return parseQuery(text.replaceAll('"', " ")).sequence;
}
