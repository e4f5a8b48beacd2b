import type { StageTwoPassage } from "./contributions.ts";
import { compareDocuments, type DocumentRecord } from "./document-record.ts";
import { recordOf, recordRange } from "./document-table.ts";
import { ForwardWords } from "./forward-words.ts";
import { documentOf, passageEnd } from "./open-segment.ts";
import { PassageFeatures } from "./passage-features.ts";
import { fetchPassages } from "./passage-ranges.ts";
import { type Postings, seekPassage } from "./postings.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { SearchedSegment } from "./searched-segment.ts";
import type { RankedPassage } from "./top-passages.ts";

/** What stage one hands over of one segment. */
export interface SegmentCandidates {
  readonly searched: SearchedSegment;
  readonly best: readonly RankedPassage[];
  /** By term of the plan; `"none"` where the segment does not hold it. */
  readonly postings: readonly (Postings | "none")[];
}

/** A passage with the document it belongs to. */
export interface LocatedPassage extends RankedPassage {
  readonly record: DocumentRecord;
  readonly position: number;
}

/** Asked for each candidate while its features are there to be read. */
export type PassageVisitor = (candidate: LocatedPassage, passage: StageTwoPassage) => void;

/** Finds out which document each candidate belongs to. */
export async function locatePassages({
  searched,
  best,
}: SegmentCandidates): Promise<readonly LocatedPassage[]> {
  const { segment } = searched;
  const documents = best.map(({ passage }) => documentOf(segment, passage));
  // What is remembered may be forgotten while this waits: take it first.
  const known = new Map(documents.map((document) => [document, segment.records.get(document)]));
  const unknown = [...known.keys()].filter((document) => known.get(document) === undefined);
  const fetched = await segment.files.fetch(
    unknown.map((document) => recordRange(segment, document)),
  );
  const read = new Map(unknown.map((document) => [document, recordOf(segment, fetched, document)]));
  const located = best.map((ranked, index): LocatedPassage => {
    const document = documents[index] as number;
    const record = (known.get(document) ?? read.get(document)) as DocumentRecord;
    const position = ranked.passage - (segment.firstPassages[document] as number);
    return { passage: ranked.passage, sum: ranked.sum, record, position };
  });
  for (const [document, record] of read) segment.records.set(document, record);
  return located;
}

/** The order of an answer: the better score, then artifact, version and position. */
export function compareLocated(left: LocatedPassage, right: LocatedPassage): number {
  return compareDocuments(left.record, right.record) || left.position - right.position;
}

/** Reads each passage once and hands its features to `visit`. Fetches first; then nothing waits. */
export async function visitPassages(
  plan: QueryPlan,
  candidates: SegmentCandidates,
  passages: readonly LocatedPassage[],
  visit: PassageVisitor,
): Promise<void> {
  const { segment, scratch } = candidates.searched;
  // In stored order, blocks and postings are walked forward.
  const ordered = passages.toSorted((left, right) => left.passage - right.passage);
  const numbers = ordered.map(({ passage }) => passage);
  const { fetched, ranges } = await fetchPassages(segment, numbers);
  const words = new ForwardWords();
  const features = new PassageFeatures(plan);
  const used = fillSlots(plan, candidates.searched);
  const documents = new DocumentCounter(plan, candidates);
  try {
    ordered.forEach((candidate, index) => {
      const range = ranges[index] as (typeof ranges)[number];
      words.decode(fetched.bytes(range), segment.meta.formEnd, fetched.origin(range));
      features.read(words, scratch);
      const documentCounts = documents.count(candidate);
      const documentLength = candidate.record.proseCount;
      visit(candidate, { sum: candidate.sum, features, documentCounts, documentLength });
    });
  } finally {
    for (const id of used) {
      scratch.termSlots[id] = 0;
      scratch.formSlots[id] = 0;
    }
  }
}

function fillSlots(plan: QueryPlan, { found, scratch }: SearchedSegment): readonly number[] {
  const used: number[] = [];
  plan.terms.forEach(({ term }, place) => {
    for (const { id } of found.get(term)?.forms ?? []) {
      scratch.termSlots[id] = place + 1;
      used.push(id);
    }
  });
  const places = new Map(plan.forms.map(({ form }, place) => [form, place]));
  for (const { forms } of found.values()) {
    for (const { form, id } of forms) {
      const place = places.get(form);
      if (place === undefined) continue;
      scratch.formSlots[id] = place + 1;
      used.push(id);
    }
  }
  return used;
}

/** Counts the question's terms over whole documents, asked for in stored order. */
class DocumentCounter {
  readonly #candidates: SegmentCandidates;
  readonly #counts: Float64Array;
  readonly #places: Uint32Array;
  #document = -1;

  constructor(plan: QueryPlan, candidates: SegmentCandidates) {
    this.#candidates = candidates;
    this.#counts = new Float64Array(plan.terms.length);
    this.#places = new Uint32Array(plan.terms.length);
  }

  count({ passage, position }: LocatedPassage): Float64Array {
    const { segment } = this.#candidates.searched;
    const document = documentOf(segment, passage);
    if (document === this.#document) return this.#counts;
    this.#document = document;
    const first = passage - position;
    const end = passageEnd(segment, document);
    this.#candidates.postings.forEach((postings, term) => {
      if (postings === "none") return;
      const { passages, counts } = postings;
      let sum = 0;
      let at = seekPassage(passages, first, this.#places[term]);
      for (; at < passages.length && (passages[at] as number) < end; at++) {
        sum += counts[at] as number;
      }
      this.#places[term] = at;
      this.#counts[term] = sum;
    });
    return this.#counts;
  }
}
