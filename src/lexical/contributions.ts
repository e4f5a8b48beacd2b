import { fieldGain, fieldNorm, gainBound, IDF_SCALE, K1, SCORE_SCALE } from "./fields.ts";
import type { PassageFeatures } from "./passage-features.ts";
import { integerIdf, type QueryPlan } from "./query-plan.ts";

/** What postings alone tell of one passage, before its words are read. */
export interface PassageFacts {
  /** The integer sum of stage one. */
  readonly sum: number;
  /** By term: its impact in the passage, 0 where no field holds it. */
  readonly impacts: ArrayLike<number>;
  /** By term: occurrences in heading and body; 255 stands for that many and more. */
  readonly counts: ArrayLike<number>;
  /** By term: occurrences in headings and bodies of the whole document. */
  readonly documentCounts: Float64Array;
  /** Words in headings and bodies of the whole document. */
  readonly documentLength: number;
}

/** What one passage brings to stage two. */
export interface StageTwoPassage
  extends Pick<PassageFacts, "sum" | "documentCounts" | "documentLength"> {
  readonly features: PassageFeatures;
}

/** A named part of the final score. Adding a signal to ranking is adding one of these. */
export interface Contribution {
  readonly name: string;
  readonly weight: number;
  /** Deterministic; most lie between 0 and 1. */
  value(plan: QueryPlan, passage: StageTwoPassage): number;
  /** No passage of these facts has a larger value: one that cannot reach the answer is never read. */
  most(plan: QueryPlan, facts: PassageFacts): number;
}

/** Stage-one scores are divided by this share of the question's idf, which brings them near 1. */
const SCORE_SHARE = 1.9;
const DOCUMENT_PIVOT = 1000;
const DOCUMENT_B = 0.75;
const NEAR_SATURATION = 1.2;
const DENSITY_SMOOTHING = 10;
/** The count of postings that stands for itself and more. */
export const MANY = 255;

/** The parts of the final score, in the order they are added. */
export const CONTRIBUTIONS: readonly Contribution[] = [
  { name: "words in any form", weight: 1, value: stemScore, most: stemScore },
  { name: "words exactly as asked", weight: 0.5, value: exactScore, most: mostExact },
  { name: "document as a whole", weight: 0.6, value: documentScore, most: documentScore },
  { name: "neighboring words near each other", weight: 0.4, value: nearness, most: mostNear },
  { name: "adjacent words adjacent", weight: 0.8, value: adjacency, most: mostAdjacent },
  { name: "words within one stretch", weight: 0.6, value: bestStretch, most: mostInStretch },
  { name: "density", weight: 0.4, value: density, most: mostDense },
  { name: "coverage", weight: 0.5, value: coverage, most: coverageOfFacts },
  // Its parts may stand anywhere and often: who asks for an identifier first wants where it stands whole.
  { name: "identifiers whole", weight: 4, value: wholeIdentifiers, most: mostWhole },
];

/** The final score: the weighted contributions, added in order. */
export function scoreStageTwo(plan: QueryPlan, passage: StageTwoPassage): number {
  let score = 0;
  for (const contribution of CONTRIBUTIONS) {
    score += contribution.weight * contribution.value(plan, passage);
  }
  return score;
}

/** More than adding up the same numbers in another order can change. */
const ROUNDING = 1e-9;

/** No passage of these facts scores more. */
export function boundStageTwo(plan: QueryPlan, facts: PassageFacts): number {
  let bound = ROUNDING;
  for (const contribution of CONTRIBUTIONS) {
    bound += contribution.weight * contribution.most(plan, facts);
  }
  return bound;
}

/** The stage-one score behind an integer sum. */
export function stageOneScore(sum: number): number {
  return sum / SCORE_SCALE;
}

/** Idf share of the question's terms that the passage holds in any field. */
export function coverageOf({ terms, idfSum }: QueryPlan, held: Uint8Array): number {
  let sum = 0;
  for (let term = 0; term < terms.length; term++) {
    if (held[term] === 1) sum += terms[term]?.idf ?? 0;
  }
  return share(sum, idfSum);
}

/** By term: 1 when any field holds it. */
export function heldTerms({ terms }: QueryPlan, { features }: StageTwoPassage): Uint8Array {
  const { termCounts } = features;
  const held = new Uint8Array(terms.length);
  for (let cell = 0; cell < termCounts.length; cell++) {
    if ((termCounts[cell] as number) > 0) held[cell % terms.length] = 1;
  }
  return held;
}

function coverageOfFacts({ terms, idfSum }: QueryPlan, { impacts }: PassageFacts): number {
  let sum = 0;
  for (let term = 0; term < terms.length; term++) {
    if ((impacts[term] as number) > 0) sum += terms[term]?.idf ?? 0;
  }
  return share(sum, idfSum);
}

function coverage(plan: QueryPlan, passage: StageTwoPassage): number {
  return coverageOf(plan, heldTerms(plan, passage));
}

function wholeIdentifiers(plan: QueryPlan, passage: StageTwoPassage): number {
  if (!plan.terms.some(({ isWhole }) => isWhole)) return 0;
  return shareOfWholes(plan, heldTerms(plan, passage));
}

function mostWhole(plan: QueryPlan, { impacts }: PassageFacts): number {
  return shareOfWholes(plan, impacts);
}

function shareOfWholes(plan: QueryPlan, held: ArrayLike<number>): number {
  let met = 0;
  let others = 0;
  plan.terms.forEach(({ isWhole, idf }, term) => {
    if (!isWhole) others += idf;
    else if ((held[term] as number) > 0) met += idf;
  });
  // Twice, since a whole weighs half; squared, since it matters as far as the question is about identifiers.
  return Math.min(1, share(2 * met, others)) ** 2;
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function stemScore(plan: QueryPlan, { sum }: Pick<PassageFacts, "sum">): number {
  return share(stageOneScore(sum), SCORE_SHARE * plan.idfSum);
}

function exactScore(plan: QueryPlan, { features }: StageTwoPassage): number {
  const { forms } = plan;
  let score = 0;
  for (let field = 0; field * forms.length < features.formCounts.length; field++) {
    const norm = fieldNorm(field, features.lengths[field] as number);
    for (let form = 0; form < forms.length; form++) {
      const frequency = features.formCounts[field * forms.length + form] as number;
      const planned = forms[form];
      if (frequency === 0 || planned === undefined || planned.term < 0) continue;
      score += planned.idf * fieldGain(field, frequency, norm);
    }
  }
  return share(score, SCORE_SHARE * plan.idfSum);
}

/** A form occurs no more often than its term, so it gains no more. */
function mostExact(plan: QueryPlan, { impacts }: PassageFacts): number {
  let score = 0;
  for (const { term, idf } of plan.forms) {
    const impact = term < 0 ? 0 : (impacts[term] as number);
    if (impact > 0) score += idf * gainBound(impact);
  }
  return share(score, SCORE_SHARE * plan.idfSum);
}

function documentScore(
  plan: QueryPlan,
  { documentCounts, documentLength }: Pick<PassageFacts, "documentCounts" | "documentLength">,
): number {
  const norm = K1 * (1 - DOCUMENT_B + (DOCUMENT_B * documentLength) / DOCUMENT_PIVOT);
  let score = 0;
  plan.terms.forEach(({ idf }, term) => {
    const count = documentCounts[term] as number;
    score += (idf * count * (K1 + 1)) / (count + norm);
  });
  return share(score, SCORE_SHARE * plan.idfSum);
}

function nearness(plan: QueryPlan, { features }: StageTwoPassage): number {
  let met = 0;
  let all = 0;
  plan.neighbors.forEach(({ weight }, pair) => {
    const count = features.nearCounts[pair] as number;
    met += (weight * count) / (count + NEAR_SATURATION);
    all += weight;
  });
  return share(met, all);
}

function mostNear(plan: QueryPlan, { counts }: PassageFacts): number {
  let met = 0;
  let all = 0;
  for (const { first, second, weight } of plan.neighbors) {
    all += weight;
    const count = counts[first] as number;
    if (count === 0 || counts[second] === 0) continue;
    met += count === MANY ? weight : (weight * count) / (count + NEAR_SATURATION);
  }
  return share(met, all);
}

function adjacency(plan: QueryPlan, { features }: StageTwoPassage): number {
  let met = 0;
  let all = 0;
  plan.adjacents.forEach(({ weight }, pair) => {
    met += weight * (features.adjacent[pair] as number);
    all += weight;
  });
  return share(met, all);
}

/** Words that are not scored may stand anywhere. */
function mostAdjacent(plan: QueryPlan, { impacts }: PassageFacts): number {
  let met = 0;
  let all = 0;
  const mayStand = (place: number): boolean => {
    const term = plan.forms[place]?.term ?? -1;
    return term < 0 || (impacts[term] as number) > 0;
  };
  for (const { first, second, weight } of plan.adjacents) {
    all += weight;
    if (mayStand(first) && mayStand(second)) met += weight;
  }
  return share(met, all);
}

function bestStretch(plan: QueryPlan, { features }: StageTwoPassage): number {
  return Math.min(1, share(features.bestWindow / IDF_SCALE, plan.idfSum));
}

function mostInStretch(plan: QueryPlan, { counts }: PassageFacts): number {
  let sum = 0;
  plan.terms.forEach((term, place) => {
    if (!term.isWhole && (counts[place] as number) > 0) sum += integerIdf(term);
  });
  return Math.min(1, share(sum / IDF_SCALE, plan.idfSum));
}

/** Heading and body are at least as long as they have words of the question. */
function mostDense(_: QueryPlan, { counts }: PassageFacts): number {
  let hits = 0;
  for (let term = 0; term < counts.length; term++) {
    const count = counts[term] as number;
    if (count === MANY) return 1;
    hits += count;
  }
  return hits / (hits + DENSITY_SMOOTHING);
}

function density(_: QueryPlan, { features }: StageTwoPassage): number {
  const [, , heading = 0, body = 0] = features.lengths;
  return Math.min(1, features.hits / (heading + body + DENSITY_SMOOTHING));
}
