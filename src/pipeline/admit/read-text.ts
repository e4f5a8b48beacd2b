import { isStopWord } from "../../analysis/stop-words.ts";
import { termOf } from "../../analysis/term-of.ts";
import { splitWords } from "../../analysis/wide-words.ts";
import type { Candidate } from "../../model/candidate.ts";

/** The words of a candidate's text, as admission compares them. */
export interface ReadText {
  /** Terms of content words, in order, repeats included. */
  readonly terms: readonly string[];
  readonly distinct: ReadonlySet<string>;
  /** Words that hold a digit or a capital, as written: what near-duplicates may not differ in unseen. */
  readonly marked: ReadonlySet<string>;
}

const NOTHING: ReadText = { terms: [], distinct: new Set(), marked: new Set() };

/** Reads the exact text that stands for a candidate: its section, else its span; nothing where none was loaded. */
export function readCandidate(candidate: Candidate): ReadText {
  const text = bodyOf(candidate);
  return text === "" ? NOTHING : readText(text);
}

/** The text of a candidate that its evidence is judged by. */
export function bodyOf({ offers, offered }: Candidate): string {
  const exact = offers.filter(({ fidelity, text }) => fidelity === "exact" && text !== "deferred");
  const own = exact.find(({ granularity }) => granularity === offered) ?? exact.at(-1);
  return own?.text ?? "";
}

/** Reads any text. */
export function readText(text: string): ReadText {
  const terms: string[] = [];
  const marked = new Set<string>();
  for (const { form, kind, start, end } of splitWords(text)) {
    if (kind !== "part" || isStopWord(form)) continue;
    terms.push(termOf(form));
    const written = text.slice(start, end);
    if (/[\p{N}\p{Lu}]/u.test(written)) marked.add(written);
  }
  return { terms, distinct: new Set(terms), marked };
}
