import type { ArtifactRef } from "../model/artifact.ts";
import type { ListAnswer, ListQuery } from "../ports/passage-index.ts";
import { findByArtifact } from "./find-by-artifact.ts";
import { fittingPassages } from "./find-passages.ts";
import { locateDocuments } from "./locate-documents.ts";
import { type OpenSegment, passageEnd } from "./open-segment.ts";
import { letsThrough, maskDead, type PassageMask } from "./passage-mask.ts";
import {
  addPassages as addAll,
  countPassages as countSet,
  createPassageSet,
  holdsPassage as holdsBit,
  intersect,
  type PassageSet,
} from "./passage-set.ts";
import type { QueryTerms, QuestionWord } from "./query-terms.ts";
import { findUnmatched } from "./rank-lexical.ts";
import type { SearchedSegment } from "./searched-segment.ts";

/** Documents of one segment, a bit each. */
type DocumentSet = PassageSet;

/**
 * Lists every live document that holds each content word in some passage and each quoted phrase in one. Work and memory
 * grow with the postings of the words: a bit for each passage and document, and names only of the documents returned.
 */
export async function listDocuments(
  query: ListQuery,
  terms: QueryTerms,
  segments: readonly SearchedSegment[],
): Promise<ListAnswer> {
  const among = query.among === undefined ? "all" : [...new Set(query.among)].sort();
  const metPhrases = new Set<string>();
  const artifacts: ArtifactRef[] = [];
  let documentCount = 0;
  for (const searched of segments) {
    const { documents, met } = await holdingAll(searched, terms);
    for (const phrase of met) metPhrases.add(phrase);
    documentCount += countSet(documents);
    const named = await nameDocuments(searched.segment, documents, { query, among });
    for (const artifact of named) artifacts.push(artifact);
  }
  return {
    words: terms.words.map(({ written }) => written),
    unmatchedWords: await findUnmatched(terms.words, segments),
    unmetPhrases: terms.phrases
      .map(({ written }) => written)
      .filter((phrase) => !metPhrases.has(phrase)),
    documentCount,
    artifacts: artifacts.sort().slice(0, query.limit),
  };
}

async function holdingAll(
  searched: SearchedSegment,
  { words, phrases }: QueryTerms,
): Promise<{ readonly documents: DocumentSet; readonly met: readonly string[] }> {
  const { segment } = searched;
  const { documentCount } = segment.meta;
  // A question without a word asks for nothing: it is no question for everything.
  const documents = createPassageSet(documentCount, words.length === 0 ? "none" : "all");
  const live = maskDead(searched);
  for (const word of words) {
    if (countSet(documents) === 0) break;
    const holding = await passagesHoldingWord(searched, word);
    intersect(documents, documentsOf(segment, holding, live));
  }
  const met: string[] = [];
  for (const { written, forms } of phrases) {
    const holding = await collect(searched, { kind: "phrase", forms });
    const own = documentsOf(segment, holding, live);
    if (countSet(own) > 0) met.push(written);
    intersect(documents, own);
  }
  return { documents, met };
}

/** A word's own passages; those that hold every pair of a run; those that hold an identifier whole or its parts side by side. */
async function passagesHoldingWord(
  searched: SearchedSegment,
  { kind, forms, parts, whole }: QuestionWord,
): Promise<PassageSet> {
  if (kind !== "identifier") return everyTerm(searched, parts);
  const together = await collect(searched, { kind: "phrase", forms });
  const entry = whole === "none" ? undefined : searched.found.get(whole);
  if (entry === undefined) return together;
  for (const { passages } of await searched.loadPostings([entry])) addAll(together, passages);
  return together;
}

async function everyTerm(searched: SearchedSegment, terms: readonly string[]): Promise<PassageSet> {
  const { passageCount } = searched.segment.meta;
  const entries = terms.map((term) => searched.found.get(term));
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length < entries.length) return createPassageSet(passageCount, "none");
  const all = createPassageSet(passageCount, "all");
  for (const { passages } of await searched.loadPostings(known)) {
    const own = createPassageSet(passageCount, "none");
    addAll(own, passages);
    intersect(all, own);
  }
  return all;
}

async function collect(
  searched: SearchedSegment,
  pattern: Parameters<typeof fittingPassages>[1],
): Promise<PassageSet> {
  const found = createPassageSet(searched.segment.meta.passageCount, "none");
  for await (const passages of fittingPassages(searched, pattern)) addAll(found, passages);
  return found;
}

/** Documents with a live passage in the set. */
function documentsOf(segment: OpenSegment, passages: PassageSet, live: PassageMask): DocumentSet {
  const found = createPassageSet(segment.meta.documentCount, "none");
  let document = 0;
  for (let word = 0; word < passages.length; word++) {
    for (let bits = passages[word] as number; bits !== 0; bits &= bits - 1) {
      const passage = 32 * word + 31 - Math.clz32(bits & -bits);
      while (passageEnd(segment, document) <= passage) document++;
      if (letsThrough(live, passage)) addAll(found, [document]);
    }
  }
  return found;
}

async function nameDocuments(
  segment: OpenSegment,
  documents: DocumentSet,
  { query, among }: { readonly query: ListQuery; readonly among: "all" | readonly ArtifactRef[] },
): Promise<readonly ArtifactRef[]> {
  if (countSet(documents) === 0) return [];
  if (among !== "all") {
    const places = await findByArtifact(segment, among);
    return among.filter((_, index) =>
      (places[index] as readonly number[]).some((place) => holdsBit(documents, place)),
    );
  }
  const numbers: number[] = [];
  // Documents stand in the order of their references, so the first ones are those asked for.
  for (let at = 0; at < segment.meta.documentCount && numbers.length < query.limit; at++) {
    if (holdsBit(documents, at)) numbers.push(at);
  }
  const records = await locateDocuments(segment, numbers);
  return records.map(({ artifact }) => artifact);
}
