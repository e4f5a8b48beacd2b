import type { Explanation } from "../model/explanation.ts";
import {
  type IndexAnswer,
  type IndexCandidate,
  type IndexQuery,
  MAX_CANDIDATES,
} from "../ports/passage-index.ts";
import { coverageOf, heldTerms, scoreStageTwo, stageOneScore } from "./contributions.ts";
import { type CountedSegment, countOutcome } from "./count-passages.ts";
import { explainPassage } from "./explain-passage.ts";
import { identifiersAnywhere, identifiersOf, passagesHolding } from "./identifiers-held.ts";
import { maskPassages } from "./passage-mask.ts";
import { createPassageSet } from "./passage-set.ts";
import { addHolding, type Postings } from "./postings.ts";
import { planQuery, type QueryPlan } from "./query-plan.ts";
import type { QueryTerms, QuestionWord } from "./query-terms.ts";
import { countHolding, type SearchedSegment } from "./searched-segment.ts";
import { rankStageOne, type WeightedPostings } from "./stage-one.ts";
import {
  compareLocated,
  type LocatedPassage,
  locatePassages,
  type SegmentCandidates,
  visitPassages,
} from "./stage-two.ts";
import { type Holding, holdsWord, matchWords } from "./word-match.ts";

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
  const counted: CountedSegment[] = [];
  for (const searched of segments) {
    const found = await searchSegment(query, terms, { searched, plan });
    pools.push(found.pool);
    counted.push(found.counted);
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
  const best = scored.slice(0, Math.max(0, query.limit));
  const candidates: IndexCandidate[] = [];
  for (const passage of best) {
    candidates.push(await toCandidate(query, plan, { scored: passage, words: terms.words }));
  }
  return {
    words: terms.words.map(({ written }) => written),
    unmatchedWords: await findUnmatched(terms.words, segments),
    candidates,
    ...countOutcome(terms, counted),
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
): Promise<{ readonly pool: SegmentCandidates; readonly counted: CountedSegment }> {
  const { passageCount } = searched.segment.meta;
  const found = plan.terms
    .map(({ term }) => searched.found.get(term))
    .filter((entry) => entry !== undefined);
  const masks = await maskPassages(searched, terms, query.filter);
  const lists = await searched.loadPostings(found);
  const byTerm = new Map(found.map(({ term }, index) => [term, lists[index] as Postings]));
  const postings = plan.terms.map(({ term }) => byTerm.get(term) ?? "none");
  const weighted = plan.terms.flatMap(({ integer }, place): WeightedPostings[] => {
    const list = postings[place];
    return list === undefined || list === "none" ? [] : [{ postings: list, weight: integer }];
  });
  const mask = masks.answering;
  const best = rankStageOne(weighted, searched.scratch, { mask, limit: MAX_CANDIDATES });
  const matching = createPassageSet(passageCount, "none");
  for (const list of lists) addHolding(matching, list, passageCount);
  const livePassages = passageCount - searched.liveness.deadPassages;
  return { pool: { searched, best, postings }, counted: { masks, matching, livePassages } };
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
  for (const { pool, located } of all.slice(0, MAX_CANDIDATES)) {
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
  const { located, candidates, score } = scored;
  const { record, position, sum, passage } = located;
  const { artifact, version } = record;
  const holding = await holdingOf(plan, scored, words);
  const coverage = coverageOf(plan, termsOfHeldWords(plan, words, holding));
  const scores = { score, stageOneScore: stageOneScore(sum) };
  const match = matchWords(words, holding);
  const candidate = { artifact, version, position, ...scores, ...match, coverage };
  if (!query.explain) return candidate;
  let explanation: Explanation | undefined;
  await visitPassages(plan, candidates, [located], (_, view) => {
    explanation = explainPassage(plan, view, { passage, postings: candidates.postings });
  });
  return explanation === undefined ? candidate : { ...candidate, explanation };
}

/** What one passage holds. Only identifiers that it may hold in parts are looked for in its words. */
async function holdingOf(
  plan: QueryPlan,
  { located, candidates, held }: ScoredPassage,
  words: readonly QuestionWord[],
): Promise<Holding> {
  const terms = new Set(plan.terms.filter((_, place) => held[place] === 1).map(({ term }) => term));
  const holds = (term: string): boolean => terms.has(term);
  const doubtful = identifiersOf(words).filter(
    ({ whole, parts }) => !(whole !== "none" && holds(whole)) && parts.every(holds),
  );
  const from = { passages: [located.passage], match: "any form" } as const;
  const found = await passagesHolding(candidates.searched, doubtful, from);
  return { holds, standsTogether: (word) => found.get(word)?.has(located.passage) === true };
}

/** By term: 1 when a word of the question that the passage holds is made of it. */
function termsOfHeldWords(
  { terms }: QueryPlan,
  words: readonly QuestionWord[],
  holding: Holding,
): Uint8Array {
  const counted = new Set<string>();
  for (const word of words) {
    const isHeld = word.kind === "run" ? holding.holds : (): boolean => holdsWord(word, holding);
    for (const term of [...word.parts, word.whole]) if (isHeld(term)) counted.add(term);
  }
  return Uint8Array.from(terms, ({ term }) => (counted.has(term) ? 1 : 0));
}

async function findUnmatched(
  words: readonly QuestionWord[],
  segments: readonly SearchedSegment[],
): Promise<readonly string[]> {
  const holds = (term: string): boolean => countHolding(segments, term) > 0;
  const doubtful = identifiersOf(words).filter(
    ({ whole, parts }) => !(whole !== "none" && holds(whole)) && parts.every(holds),
  );
  const found = await identifiersAnywhere(segments, doubtful, "any form");
  return matchWords(words, { holds, standsTogether: (word) => found.has(word) }).unmatched;
}
