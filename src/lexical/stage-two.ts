import {
  boundStageTwo,
  heldTerms,
  type PassageFacts,
  type StageTwoPassage,
  scoreStageTwo,
} from "./contributions.ts";
import { DocumentCounter } from "./document-counter.ts";
import { PassageFeatures } from "./passage-features.ts";
import { fetchPassages } from "./passage-ranges.ts";
import type { Postings } from "./postings.ts";
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

/** A candidate with what its postings tell. */
export interface BoundedPassage extends RankedPassage {
  readonly candidates: SegmentCandidates;
  readonly documentCounts: Float64Array;
  readonly documentLength: number;
  /** No less than its score. */
  readonly bound: number;
}

/** A candidate whose words were read. */
export interface ScoredPassage extends BoundedPassage {
  readonly score: number;
  /** By term: 1 when the passage holds it. */
  readonly held: Uint8Array;
}

/** Asked for each passage while its features are there to be read. */
type PassageVisitor = (candidate: BoundedPassage, passage: StageTwoPassage) => void;

/** Candidates read at a time once the first have been. */
const BATCH = 16;

/** Bounds the scores of candidates of one segment by their postings. */
export function boundCandidates(
  plan: QueryPlan,
  candidates: SegmentCandidates,
  passages: readonly RankedPassage[],
): readonly BoundedPassage[] {
  const counter = new DocumentCounter(candidates);
  // In stored order, postings are walked forward.
  const ordered = passages.toSorted((left, right) => left.passage - right.passage);
  return ordered.map(({ passage, sum }): BoundedPassage => {
    const { documentCounts, documentLength } = counter.count(passage);
    const { impacts, counts } = counter;
    const facts: PassageFacts = { sum, impacts, counts, documentCounts, documentLength };
    const bound = boundStageTwo(plan, facts);
    return { candidates, passage, sum, documentCounts, documentLength, bound };
  });
}

/**
 * Scores the candidates that can be among the `limit` best and returns them in no order. Those with the largest bounds
 * are read first; once so many score more than any other could, the others stay unread.
 */
export async function scoreCandidates(
  plan: QueryPlan,
  bounded: readonly BoundedPassage[],
  limit: number,
): Promise<readonly ScoredPassage[]> {
  const order = bounded.toSorted((left, right) => right.bound - left.bound);
  const features = new PassageFeatures(plan);
  const scored: ScoredPassage[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < order.length && limit > 0; ) {
    const batch = order
      .slice(from, from + (from === 0 ? limit : BATCH))
      .filter(({ bound }) => bound >= least);
    if (batch.length === 0) break;
    await visitBySegment(plan, batch, {
      features,
      visit: (passage, view) => {
        scored.push({ ...passage, score: scoreStageTwo(plan, view), held: heldTerms(plan, view) });
      },
    });
    from += from === 0 ? limit : BATCH;
    least = scoreAt(scored, limit);
  }
  return scored;
}

/** The `limit`-th best score so far. */
function scoreAt(scored: readonly ScoredPassage[], limit: number): number {
  if (scored.length < limit) return Number.NEGATIVE_INFINITY;
  const scores = Float64Array.from(scored, ({ score }) => score).sort();
  return scores[scores.length - limit] as number;
}

/** Reads one passage and hands its features to `visit`. */
export async function visitPassage(
  plan: QueryPlan,
  passage: BoundedPassage,
  visit: PassageVisitor,
): Promise<void> {
  await visitBySegment(plan, [passage], { features: new PassageFeatures(plan), visit });
}

interface Visit {
  /** Filled for one passage after the other. */
  readonly features: PassageFeatures;
  readonly visit: PassageVisitor;
}

/** Reads each passage once, in stored order, segment after segment. */
async function visitBySegment(
  plan: QueryPlan,
  passages: readonly BoundedPassage[],
  visit: Visit,
): Promise<void> {
  for (const candidates of new Set(passages.map((passage) => passage.candidates))) {
    const own = passages.filter((passage) => passage.candidates === candidates);
    own.sort((left, right) => left.passage - right.passage);
    await visitSegment(plan, own, { ...visit, candidates });
  }
}

async function visitSegment(
  plan: QueryPlan,
  passages: readonly BoundedPassage[],
  { candidates, features, visit }: Visit & { readonly candidates: SegmentCandidates },
): Promise<void> {
  const { searched } = candidates;
  const { slots } = searched.scratch;
  const { fetched, ranges } = await fetchPassages(
    searched.segment,
    passages.map(({ passage }) => passage),
  );
  // Fetched first: from here to the end nothing waits, so no other question sees the slots.
  const used = fillSlots(plan, searched);
  try {
    passages.forEach((passage, index) => {
      const range = ranges[index] as (typeof ranges)[number];
      features.read(fetched.bytes(range), { slots, origin: fetched.origin(range) });
      const { sum, documentCounts, documentLength } = passage;
      visit(passage, { sum, features, documentCounts, documentLength });
    });
  } finally {
    for (const id of used) slots[id] = 0;
  }
}

/** A slot is the place of a form's term plus 1, and 256 times the place of the form itself plus 1. */
function fillSlots(plan: QueryPlan, { found, scratch }: SearchedSegment): readonly number[] {
  const { slots } = scratch;
  const used: number[] = [];
  plan.terms.forEach(({ term }, place) => {
    for (const { id } of found.get(term)?.forms ?? []) {
      slots[id] = place + 1;
      used.push(id);
    }
  });
  const places = new Map(plan.forms.map(({ form }, place) => [form, place]));
  for (const { forms } of found.values()) {
    for (const { form, id } of forms) {
      const place = places.get(form);
      if (place === undefined) continue;
      slots[id] = ((slots[id] as number) & 255) + 256 * (place + 1);
      used.push(id);
    }
  }
  return used;
}
