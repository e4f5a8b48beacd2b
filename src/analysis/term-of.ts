import { stemEnglish } from "./stem-english.ts";

/** Stems remembered, at most; then it starts over. */
const MAX_REMEMBERED = 20_000;
const remembered: Map<string, string> = new Map();

/**
 * The term under which a form is indexed: its stem; identifiers and CJK pairs are terms as they are. Remembers, because
 * one question asks for the same few stems many times and questions share their common words.
 */
export function termOf(form: string): string {
  const known = remembered.get(form);
  if (known !== undefined) return known;
  const term = stemEnglish(form);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(form, term);
  return term;
}
