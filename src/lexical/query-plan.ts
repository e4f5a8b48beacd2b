import { IDF_SCALE, integerWeight, inverseFrequency } from "./fields.ts";
import type { QueryTerm, QueryTerms } from "./query-terms.ts";
import { countHolding, countLivePassages, type SearchedSegment } from "./searched-segment.ts";

/** Terms that are scored, at most: sums stay within 32 bits and slots within a byte. */
const MAX_SCORED_TERMS = 64;
const MAX_FORMS = 160;

/** A term with its weight in this index. */
export interface PlannedTerm extends QueryTerm {
  readonly holding: number;
  /** Idf times the query weight. */
  readonly idf: number;
  /** What impacts are multiplied by. */
  readonly integer: number;
}

/** A form as asked; `term` is its place among the terms, or -1 for one that is not scored. */
interface PlannedForm {
  readonly form: string;
  readonly term: number;
  readonly idf: number;
}

/** Two places that stand side by side in the question, and how much their meeting counts. */
interface PlannedPair {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}

/** Everything that scoring needs to know of a question in this index. */
export interface QueryPlan {
  readonly passageCount: number;
  readonly terms: readonly PlannedTerm[];
  readonly idfSum: number;
  readonly forms: readonly PlannedForm[];
  /** Places in `terms` that follow each other once stop words are out. */
  readonly neighbors: readonly PlannedPair[];
  /** Places in `forms` that follow each other as asked. */
  readonly adjacents: readonly PlannedPair[];
}

/** Weighs a question. Of too many terms the rarest are kept; words that nothing holds are the first to go. */
export function planQuery(query: QueryTerms, segments: readonly SearchedSegment[]): QueryPlan {
  const passageCount = countLivePassages(segments);
  const weigh = (term: QueryTerm): PlannedTerm => {
    const holding = countHolding(segments, term.term);
    const idf = term.weight * inverseFrequency(passageCount, holding);
    return { ...term, holding, idf, integer: integerWeight(idf) };
  };
  const terms = keepRarest(query.terms.map(weigh));
  const places = new Map(terms.map(({ term }, place) => [term, place]));
  const forms = planForms(query, (form, term): PlannedForm => {
    const place = places.get(term) ?? -1;
    const known = terms[place];
    const idf = known?.idf ?? inverseFrequency(passageCount, countHolding(segments, term));
    return { form, term: place, idf };
  });
  return {
    passageCount,
    terms,
    idfSum: terms.reduce((sum, { idf }) => sum + idf, 0),
    forms: [...forms.values()],
    neighbors: planNeighbors(query.sequenceTerms, places, terms),
    adjacents: planAdjacents(query.sequence, forms),
  };
}

/** A term's idf as an integer, for sums that must come out the same in any order. */
export function integerIdf(term: PlannedTerm): number {
  return Math.round(term.idf * IDF_SCALE);
}

function keepRarest(terms: readonly PlannedTerm[]): readonly PlannedTerm[] {
  if (terms.length <= MAX_SCORED_TERMS) return terms;
  const rank = (term: PlannedTerm): number =>
    term.holding === 0 ? Number.POSITIVE_INFINITY : term.holding;
  const order = terms.map((_, place) => place);
  order.sort((left, right) => {
    const [first, second] = [rank(terms[left] as PlannedTerm), rank(terms[right] as PlannedTerm)];
    if (first === second) return left - right;
    return first < second ? -1 : 1;
  });
  const kept = new Set(order.slice(0, MAX_SCORED_TERMS));
  return terms.filter((_, place) => kept.has(place));
}

function planForms(
  { sequence, sequenceTerms }: QueryTerms,
  plan: (form: string, term: string) => PlannedForm,
): ReadonlyMap<string, PlannedForm> {
  const forms = new Map<string, PlannedForm>();
  sequence.forEach((form, index) => {
    if (forms.has(form) || forms.size >= MAX_FORMS) return;
    forms.set(form, plan(form, sequenceTerms[index] as string));
  });
  return forms;
}

function planNeighbors(
  sequenceTerms: readonly string[],
  places: ReadonlyMap<string, number>,
  terms: readonly PlannedTerm[],
): readonly PlannedPair[] {
  const pairs = new Map<string, PlannedPair>();
  let first: number | undefined;
  for (const term of sequenceTerms) {
    const second = places.get(term);
    if (second === undefined) continue;
    const [before, here] = [terms[first ?? second], terms[second]];
    if (first !== undefined && first !== second && before !== undefined && here !== undefined) {
      const weight = Math.min(before.idf, here.idf);
      pairs.set(`${first} ${second}`, { first, second, weight });
    }
    first = second;
  }
  return [...pairs.values()];
}

function planAdjacents(
  sequence: readonly string[],
  forms: ReadonlyMap<string, PlannedForm>,
): readonly PlannedPair[] {
  const places = new Map([...forms.keys()].map((form, place) => [form, place]));
  const pairs = new Map<string, PlannedPair>();
  sequence.forEach((form, index) => {
    const next = sequence[index + 1];
    if (next === undefined) return;
    const [before, here] = [forms.get(form), forms.get(next)];
    const [first, second] = [places.get(form), places.get(next)];
    if (before === undefined || here === undefined) return;
    if (first === undefined || second === undefined) return;
    const weight = Math.sqrt(before.idf * here.idf);
    pairs.set(`${first} ${second}`, { first, second, weight });
  });
  return [...pairs.values()];
}
