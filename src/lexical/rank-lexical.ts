import type { IndexAnswer, IndexCandidate, IndexQuery } from "../ports/passage-index.ts";
import { choosePool, type SegmentResult, searchSegment } from "./candidate-pool.ts";
import { countOutcome } from "./count-passages.ts";
import { countTerms } from "./count-terms.ts";
import { describeCandidate } from "./describe-candidate.ts";
import { doubtfulIdentifiers, identifiersAnywhere } from "./identifiers-held.ts";
import { compareLocations, locatePassages, type PassageLocation } from "./locate-passages.ts";
import { planQuery } from "./query-plan.ts";
import type { QueryTerms, QuestionWord } from "./query-terms.ts";
import { scoreCeiling, stageOneCeiling } from "./score-ceiling.ts";
import { countHolding, type SearchedSegment } from "./searched-segment.ts";
import {
  type BoundedPassage,
  boundCandidates,
  type ScoredPassage,
  type SegmentCandidates,
  scoreCandidates,
} from "./stage-two.ts";
import { matchWords } from "./word-match.ts";

/** Answers with the shipped ranker: stage one on stems over everything, stage two over the best hundred. */
export async function rankLexical(
  query: IndexQuery,
  terms: QueryTerms,
  segments: readonly SearchedSegment[],
): Promise<IndexAnswer> {
  const plan = planQuery(terms, segments);
  const results: SegmentResult[] = [];
  for (const searched of segments) {
    results.push(await searchSegment(query, terms, { searched, plan }));
  }
  const bounded: BoundedPassage[] = [];
  for (const [candidates, passages] of await choosePool(results.map(({ pool }) => pool))) {
    bounded.push(...boundCandidates(plan, candidates, passages));
  }
  const limit = Math.max(0, query.limit);
  const best = await chooseBest(await scoreCandidates(plan, bounded, limit), limit);
  const candidates: IndexCandidate[] = [];
  for (const { scored, location } of best) {
    candidates.push(await describeCandidate(query, plan, { scored, location, words: terms.words }));
  }
  return {
    words: terms.words.map(({ written }) => written),
    unmatchedWords: await findUnmatched(terms.words, segments),
    candidates,
    ...countOutcome(
      terms,
      results.map(({ counted }) => counted),
    ),
    passageCount: plan.passageCount,
    ceiling: scoreCeiling(plan),
    stageOneCeiling: stageOneCeiling(plan),
    terms: countTerms(terms.words, (term) => countHolding(segments, term)),
  };
}

interface Chosen {
  readonly scored: ScoredPassage;
  readonly location: PassageLocation;
}

/** The best in order. Only those that score no less than the last of them are located. */
async function chooseBest(
  scored: readonly ScoredPassage[],
  limit: number,
): Promise<readonly Chosen[]> {
  const sorted = scored.toSorted((left, right) => right.score - left.score);
  const least = sorted[limit - 1]?.score ?? Number.NEGATIVE_INFINITY;
  const bySegment = new Map<SegmentCandidates, ScoredPassage[]>();
  for (const passage of sorted) {
    if (passage.score < least) break;
    const list = bySegment.get(passage.candidates) ?? [];
    list.push(passage);
    bySegment.set(passage.candidates, list);
  }
  const chosen: Chosen[] = [];
  for (const [{ searched }, passages] of bySegment) {
    const numbers = passages.map(({ passage }) => passage);
    const locations = await locatePassages(searched.segment, numbers);
    passages.forEach((passage, index) => {
      chosen.push({ scored: passage, location: locations[index] as PassageLocation });
    });
  }
  chosen.sort(compareChosen);
  return chosen.slice(0, limit);
}

function compareChosen(left: Chosen, right: Chosen): number {
  const { score, sum } = left.scored;
  return (
    right.scored.score - score ||
    right.scored.sum - sum ||
    compareLocations(left.location, right.location)
  );
}

/** Words of the question that no live passage holds, as the asker wrote them. */
export async function findUnmatched(
  words: readonly QuestionWord[],
  segments: readonly SearchedSegment[],
): Promise<readonly string[]> {
  const holds = (term: string): boolean => countHolding(segments, term) > 0;
  const doubtful = doubtfulIdentifiers(words, holds);
  const found = await identifiersAnywhere(segments, doubtful, "any form");
  return matchWords(words, { holds, standsTogether: (word) => found.has(word) }).unmatched;
}
