import type { Explanation } from "../model/explanation.ts";
import type { IndexCandidate, IndexQuery } from "../ports/passage-index.ts";
import { coverageOf, stageOneScore } from "./contributions.ts";
import { explainPassage } from "./explain-passage.ts";
import { doubtfulIdentifiers, passagesHolding } from "./identifiers-held.ts";
import type { PassageLocation } from "./locate-passages.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { QuestionWord } from "./query-terms.ts";
import { type ScoredPassage, visitPassage } from "./stage-two.ts";
import { type Holding, holdsWord, matchWords } from "./word-match.ts";

/** Says of a passage in the answer which words it holds, what it scored, and why when asked. */
export async function describeCandidate(
  query: IndexQuery,
  plan: QueryPlan,
  found: {
    readonly scored: ScoredPassage;
    readonly location: PassageLocation;
    readonly words: readonly QuestionWord[];
  },
): Promise<IndexCandidate> {
  const { scored, location, words } = found;
  const { record, position } = location;
  const { artifact, version } = record;
  const { passage, score, sum } = scored;
  const holding = await holdingOf(plan, scored, words);
  const coverage = coverageOf(plan, termsOfHeldWords(plan, words, holding));
  const scores = { score, stageOneScore: stageOneScore(sum) };
  const match = matchWords(words, holding);
  const candidate = { artifact, version, position, ...scores, ...match, coverage };
  if (!query.explain) return candidate;
  let explanation: Explanation | undefined;
  await visitPassage(plan, scored, ({ candidates }, view) => {
    explanation = explainPassage(plan, view, { passage, postings: candidates.postings });
  });
  return explanation === undefined ? candidate : { ...candidate, explanation };
}

/** What one passage holds. Only identifiers that it may hold in parts are looked for in its words. */
async function holdingOf(
  plan: QueryPlan,
  { passage, candidates, held }: ScoredPassage,
  words: readonly QuestionWord[],
): Promise<Holding> {
  const terms = new Set<string>();
  for (let place = 0; place < held.length; place++) {
    if (held[place] === 1) terms.add(plan.terms[place]?.term ?? "");
  }
  const holds = (term: string): boolean => terms.has(term);
  const from = { passages: [passage], match: "any form" } as const;
  const doubtful = doubtfulIdentifiers(words, holds);
  const found = await passagesHolding(candidates.searched, doubtful, from);
  return { holds, standsTogether: (word) => found.get(word)?.has(passage) === true };
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
    for (const term of word.parts) if (isHeld(term)) counted.add(term);
    if (word.whole !== "none" && isHeld(word.whole)) counted.add(word.whole);
  }
  return Uint8Array.from(terms, ({ term }) => (counted.has(term) ? 1 : 0));
}
