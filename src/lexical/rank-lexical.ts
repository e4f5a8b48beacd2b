import type { Explanation } from "../model/explanation.ts";
import type { IndexAnswer, IndexCandidate, IndexQuery } from "../ports/passage-index.ts";
import { coverageOf, heldTerms, scoreStageTwo, stageOneScore } from "./contributions.ts";
import { explainPassage } from "./explain-passage.ts";
import { maskPassages } from "./passage-mask.ts";
import type { Postings } from "./postings.ts";
import { planQuery, type QueryPlan } from "./query-plan.ts";
import type { QueryTerms } from "./query-terms.ts";
import { countHolding, type SearchedSegment } from "./searched-segment.ts";
import { rankStageOne, type WeightedPostings } from "./stage-one.ts";
import {
  compareLocated,
  type LocatedPassage,
  locatePassages,
  type SegmentCandidates,
  visitPassages,
} from "./stage-two.ts";
import { matchWords } from "./word-match.ts";

/** Stage two reorders this many, whatever the limit; no answer holds more. */
export const POOL_SIZE = 100;

interface ScoredPassage {
  readonly located: LocatedPassage;
  readonly candidates: SegmentCandidates;
  readonly score: number;
  /** By term: 1 when the passage holds it. */
  readonly held: Uint8Array;
}

/** Answers with the shipped ranker: stage one on stems over everything, stage two over the best hundred. */
export async function rankLexical(
  query: IndexQuery,
  terms: QueryTerms,
  segments: readonly SearchedSegment[],
): Promise<IndexAnswer> {
  const plan = planQuery(terms, segments);
  const pools: SegmentCandidates[] = [];
  let matchedPassages = 0;
  for (const searched of segments) {
    const { pool, matched } = await searchSegment(query, terms, { searched, plan });
    pools.push(pool);
    matchedPassages += matched;
  }
  const chosen = await choosePool(pools);
  const scored: ScoredPassage[] = [];
  for (const [candidates, located] of chosen) {
    await visitPassages(plan, candidates, located, (passage, view) => {
      const score = scoreStageTwo(plan, view);
      scored.push({ located: passage, candidates, score, held: heldTerms(plan, view) });
    });
  }
  scored.sort(
    (left, right) => right.score - left.score || compareStageOne(left.located, right.located),
  );
  const candidates: IndexCandidate[] = [];
  for (const best of scored.slice(0, Math.max(0, query.limit))) {
    candidates.push(await toCandidate(query, plan, { scored: best, words: terms.words }));
  }
  return {
    words: terms.words.map(({ written }) => written),
    unmatchedWords: matchWords(terms.words, (term) => countHolding(segments, term) > 0).unmatched,
    candidates,
    matchedPassages,
    passageCount: plan.passageCount,
  };
}

function compareStageOne(left: LocatedPassage, right: LocatedPassage): number {
  return right.sum - left.sum || compareLocated(left, right);
}

async function searchSegment(
  query: IndexQuery,
  terms: QueryTerms,
  { searched, plan }: { readonly searched: SearchedSegment; readonly plan: QueryPlan },
): Promise<{ readonly pool: SegmentCandidates; readonly matched: number }> {
  const found = plan.terms
    .map(({ term }) => searched.found.get(term))
    .filter((entry) => entry !== undefined);
  const mask = await maskPassages(searched, terms, query.filter);
  const lists = await searched.loadPostings(found);
  const byTerm = new Map(found.map(({ term }, index) => [term, lists[index] as Postings]));
  const postings = plan.terms.map(({ term }) => byTerm.get(term) ?? "none");
  const weighted = plan.terms.flatMap(({ integer }, place): WeightedPostings[] => {
    const list = postings[place];
    return list === undefined || list === "none" ? [] : [{ postings: list, weight: integer }];
  });
  const { sums } = searched.scratch;
  const { best, matchedPassages } = rankStageOne(weighted, sums, { mask, limit: POOL_SIZE });
  return { pool: { searched, best, postings }, matched: matchedPassages };
}

/** The best hundred over all segments, kept apart by segment. */
async function choosePool(
  pools: readonly SegmentCandidates[],
): Promise<ReadonlyMap<SegmentCandidates, readonly LocatedPassage[]>> {
  const all: { readonly pool: SegmentCandidates; readonly located: LocatedPassage }[] = [];
  for (const pool of pools) {
    for (const located of await locatePassages(pool)) all.push({ pool, located });
  }
  all.sort((left, right) => compareStageOne(left.located, right.located));
  const chosen = new Map<SegmentCandidates, LocatedPassage[]>();
  for (const { pool, located } of all.slice(0, POOL_SIZE)) {
    const list = chosen.get(pool) ?? [];
    list.push(located);
    chosen.set(pool, list);
  }
  return chosen;
}

async function toCandidate(
  query: IndexQuery,
  plan: QueryPlan,
  { scored, words }: { readonly scored: ScoredPassage; readonly words: QueryTerms["words"] },
): Promise<IndexCandidate> {
  const { located, candidates, score, held } = scored;
  const { record, position, sum, passage } = located;
  const { artifact, version } = record;
  const terms = new Set(plan.terms.filter((_, place) => held[place] === 1).map(({ term }) => term));
  const match = matchWords(words, (term) => terms.has(term));
  const coverage = coverageOf(plan, held);
  const scores = { score, stageOneScore: stageOneScore(sum) };
  const candidate = { artifact, version, position, ...scores, ...match, coverage };
  if (!query.explain) return candidate;
  let explanation: Explanation | undefined;
  await visitPassages(plan, candidates, [located], (_, view) => {
    explanation = explainPassage(plan, view, { passage, postings: candidates.postings });
  });
  return explanation === undefined ? candidate : { ...candidate, explanation };
}
