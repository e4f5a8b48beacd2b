import { type FormMatch, fittingPassages } from "./find-passages.ts";
import { letsThrough, maskDead } from "./passage-mask.ts";
import type { QuestionWord } from "./query-terms.ts";
import type { SearchedSegment } from "./searched-segment.ts";

/** Identifiers of a question that can be told apart from their scattered parts. */
export function identifiersOf(words: readonly QuestionWord[]): readonly QuestionWord[] {
  return words.filter(({ kind }) => kind === "identifier");
}

/** Identifiers that do not stand whole although each of their parts stands somewhere. */
export function doubtfulIdentifiers(
  words: readonly QuestionWord[],
  holds: (term: string) => boolean,
): readonly QuestionWord[] {
  return identifiersOf(words).filter(
    ({ whole, parts }) => !(whole !== "none" && holds(whole)) && parts.every(holds),
  );
}

/** By identifier: which of these passages, ascending, hold its parts side by side in one field. */
export async function passagesHolding(
  searched: SearchedSegment,
  identifiers: readonly QuestionWord[],
  from: { readonly passages: readonly number[]; readonly match: FormMatch },
): Promise<ReadonlyMap<QuestionWord, ReadonlySet<number>>> {
  const holding = new Map<QuestionWord, Set<number>>();
  for (const word of identifiers) {
    const pattern = { kind: "phrase", forms: word.forms, match: from.match } as const;
    const found = new Set<number>();
    for await (const passages of fittingPassages(searched, pattern, from.passages)) {
      for (const passage of passages) found.add(passage);
    }
    holding.set(word, found);
  }
  return holding;
}

/** Of these identifiers those whose parts stand side by side in some live passage. Stops at the first. */
export async function identifiersAnywhere(
  segments: readonly SearchedSegment[],
  identifiers: readonly QuestionWord[],
  match: FormMatch,
): Promise<ReadonlySet<QuestionWord>> {
  const found = new Set<QuestionWord>();
  for (const word of identifiers) {
    for (const searched of segments) {
      if (!found.has(word) && (await holdsTogether(searched, word, match))) found.add(word);
    }
  }
  return found;
}

async function holdsTogether(
  searched: SearchedSegment,
  word: QuestionWord,
  match: FormMatch,
): Promise<boolean> {
  const live = maskDead(searched);
  for await (const passages of fittingPassages(searched, {
    kind: "phrase",
    forms: word.forms,
    match,
  })) {
    if (passages.some((passage) => letsThrough(live, passage))) return true;
  }
  return false;
}
