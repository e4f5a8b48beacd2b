import { FIRST_FORM } from "../analysis/form-table.ts";
import { termOf } from "../analysis/term-of.ts";
import { BREAK, OVERLAY } from "../analysis/word-reader.ts";
import { FIELDS } from "./fields.ts";
import { ForwardWords } from "./forward-words.ts";
import { fetchPassages } from "./passage-ranges.ts";
import { type Postings, seekPassage } from "./postings.ts";
import type { SearchedSegment } from "./searched-segment.ts";
import type { FoundTerm } from "./term-entry.ts";

/**
 * What a passage must hold: forms that follow each other in one field, in some form each, or terms that all stand in one
 * heading of its path.
 */
export type WordPattern =
  | { readonly kind: "phrase"; readonly forms: readonly string[]; readonly match?: FormMatch }
  | { readonly kind: "heading"; readonly terms: readonly string[] };

/** Whether other forms of a word stand for it, as in questions, or only the word itself. */
export type FormMatch = "any form" | "same form";

/** Passages decoded at a time. */
const BATCH = 1024;
const [TITLE, PATH, HEADING] = [
  FIELDS.indexOf("title"),
  FIELDS.indexOf("path"),
  FIELDS.indexOf("heading"),
];

/** Returns the passages of a segment that a pattern fits, ascending, dead ones included. */
export async function findPassages(
  searched: SearchedSegment,
  pattern: WordPattern,
): Promise<readonly number[]> {
  const passages: number[] = [];
  for await (const found of fittingPassages(searched, pattern)) {
    // More arguments than the stack holds would be thrown at: a common word stands in hundreds of thousands.
    for (const passage of found) passages.push(passage);
  }
  return passages;
}

/** Yields the passages of a segment that a pattern fits, some at a time, so that a caller may stop early. */
export async function* fittingPassages(
  searched: SearchedSegment,
  pattern: WordPattern,
  among: readonly number[] | "all" = "all",
): AsyncGenerator<readonly number[]> {
  const terms = pattern.kind === "phrase" ? pattern.forms.map(termOf) : pattern.terms;
  const distinct = [...new Set(terms)];
  const entries = distinct.map((term) => searched.found.get(term));
  if (entries.some((entry) => entry === undefined)) return;
  const found = entries as readonly FoundTerm[];
  const lists = await searched.loadPostings(found);
  const candidates = intersect(lists, among);
  const match = pattern.kind === "phrase" ? (pattern.match ?? "any form") : "any form";
  if (pattern.kind === "phrase" && terms.length === 1 && match === "any form") {
    yield candidates;
    return;
  }
  const wantedForms = new Set(pattern.kind === "phrase" ? pattern.forms : []);
  const places = new Map<number, number>();
  found.forEach(({ forms }, place) => {
    for (const { form, id } of forms) {
      if (match === "any form" || wantedForms.has(form)) places.set(id, place);
    }
  });
  const wanted = terms.map((term) => distinct.indexOf(term));
  const fits = pattern.kind === "phrase" ? holdsPhrase : holdsHeading;
  const { segment } = searched;
  const words = new ForwardWords();
  for (let from = 0; from < candidates.length; from += BATCH) {
    const batch = candidates.slice(from, from + BATCH);
    const { fetched, ranges } = await fetchPassages(segment, batch);
    const passages: number[] = [];
    ranges.forEach((range, index) => {
      words.decode(fetched.bytes(range), segment.meta.formEnd, fetched.origin(range));
      if (fits(words, places, wanted)) passages.push(batch[index] as number);
    });
    yield passages;
  }
}

/** Passages, ascending, that all lists hold; of `among` if given. */
function intersect(
  lists: readonly Postings[],
  among: readonly number[] | "all",
): readonly number[] {
  const all: readonly ArrayLike<number>[] = lists.map(({ passages }) => passages);
  const [shortest, ...others] = (among === "all" ? all : [among, ...all]).toSorted(
    (left, right) => left.length - right.length,
  );
  if (shortest === undefined) return [];
  const places = others.map(() => 0);
  const common: number[] = [];
  for (let from = 0; from < shortest.length; from++) {
    const passage = shortest[from] as number;
    const inAll = others.every((passages, index) => {
      const place = seekPassage(passages, passage, places[index]);
      places[index] = place;
      return passages[place] === passage;
    });
    if (inAll) common.push(passage);
  }
  return common;
}

/** Per word in order: its place among the wanted terms, -1 for others; a border breaks the run. */
function placesOfField(
  words: ForwardWords,
  field: number,
  places: ReadonlyMap<number, number>,
): readonly number[] {
  const found: number[] = [];
  const end = words.fieldEnds[field] as number;
  for (let at = field === 0 ? 0 : (words.fieldEnds[field - 1] as number); at < end; at++) {
    const id = words.ids[at] as number;
    if (id === OVERLAY) at++;
    else found.push(id === BREAK || id < FIRST_FORM ? -1 : (places.get(id) ?? -1));
  }
  return found;
}

function holdsPhrase(
  words: ForwardWords,
  places: ReadonlyMap<number, number>,
  wanted: readonly number[],
): boolean {
  return FIELDS.some((_, field) => {
    const found = placesOfField(words, field, places);
    return found.some((_, start) => wanted.every((place, index) => found[start + index] === place));
  });
}

function holdsHeading(
  words: ForwardWords,
  places: ReadonlyMap<number, number>,
  wanted: readonly number[],
): boolean {
  const held = new Set<number>();
  const isHeld = (): boolean => wanted.every((place) => held.has(place));
  const collect = (from: number, to: number): boolean => {
    held.clear();
    for (let at = from; at < to; at++) {
      const id = words.ids[at] as number;
      if (id !== BREAK) held.add(places.get(id) ?? -1);
      else if (isHeld()) return true;
      else held.clear();
    }
    return isHeld();
  };
  const titleEnd = words.fieldEnds[TITLE as number] as number;
  const pathEnd = words.fieldEnds[PATH as number] as number;
  // A path that begins with a border has the title as its first heading; see read-documents.
  const titleIsHeading = titleEnd < pathEnd && words.ids[titleEnd] === BREAK;
  return (
    (titleIsHeading && collect(0, titleEnd)) ||
    collect(titleEnd, pathEnd) ||
    collect(pathEnd, words.fieldEnds[HEADING as number] as number)
  );
}
