import { boundStageTwo, MANY, stageOneScore } from "./contributions.ts";
import { MAX_IMPACT } from "./fields.ts";
import type { QueryPlan } from "./query-plan.ts";

/** So often in one document that its length does not show. */
const EVERYWHERE = 1e15;

/**
 * Returns the highest score any passage could reach for this question in this index: the bound of a passage in which every
 * term has the largest impact and stands so often that every contribution saturates.
 *
 * - Words: `sum(idf) * 12.825 / (1.9 * sum(idf))`, about 6.75, and half of that again for the forms as asked.
 * - Nearness (0.4) and adjacency (0.8) count only where the question has two words that could be near each other.
 * - Document (0.6), stretch (0.6), density (0.4) and coverage (0.5) count in full; whole identifiers (4) as far as the
 *   question is about identifiers.
 *
 * A term that no passage holds weighs the idf of zero passages, the largest there is, in the scores and here alike: an index
 * that lacks the rare word of a question reaches only the share of its other words.
 */
export function scoreCeiling(plan: QueryPlan): number {
  const { terms } = plan;
  return boundStageTwo(plan, {
    sum: highestSum(plan),
    impacts: new Uint8Array(terms.length).fill(MAX_IMPACT),
    counts: new Uint8Array(terms.length).fill(MANY),
    documentCounts: new Float64Array(terms.length).fill(EVERYWHERE),
    documentLength: 0,
  });
}

/** Returns the highest score of stage one that any passage could reach: every term with the largest impact. */
export function stageOneCeiling(plan: QueryPlan): number {
  return stageOneScore(highestSum(plan));
}

function highestSum({ terms }: QueryPlan): number {
  return terms.reduce((sum, { integer }) => sum + integer * MAX_IMPACT, 0);
}
