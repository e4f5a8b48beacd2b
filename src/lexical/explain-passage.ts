import type { Explanation } from "../model/explanation.ts";
import {
  CONTRIBUTIONS,
  type Contribution,
  type StageTwoPassage,
  stageOneScore,
} from "./contributions.ts";
import { FIELD_WEIGHTS, FIELDS, fieldGain, fieldNorm } from "./fields.ts";
import { impactIn, type Postings } from "./postings.ts";
import type { PlannedTerm, QueryPlan } from "./query-plan.ts";

/** Returns a passage's score as a tree whose leaves add up to it. */
export function explainPassage(
  plan: QueryPlan,
  passage: StageTwoPassage,
  found: { readonly passage: number; readonly postings: readonly (Postings | "none")[] },
): Explanation {
  const details = CONTRIBUTIONS.map((contribution, index): Explanation => {
    const value = contribution.weight * contribution.value(plan, passage);
    const description = describe(contribution);
    if (index > 0) return { value, description, details: [] };
    const terms = plan.terms.flatMap((term, place) => {
      const postings = found.postings[place] ?? "none";
      const impact = postings === "none" ? 0 : impactIn(postings, found.passage);
      if (impact === 0) return [];
      const part = stageOneScore(impact * term.integer) / stageOneScore(passage.sum);
      return [explainTerm(plan, passage, { term, place, value: value * part })];
    });
    return { value, description, details: terms };
  });
  const value = details.reduce((sum, detail) => sum + detail.value, 0);
  return { value, description: "score of stage two", details };
}

function describe({ name, weight }: Contribution): string {
  return `${name}, weight ${weight}`;
}

/** A term's share, laid out over the fields that hold it in the proportion of their gains. */
function explainTerm(
  plan: QueryPlan,
  { features }: StageTwoPassage,
  { term, place, value }: { term: PlannedTerm; place: number; value: number },
): Explanation {
  const gains = FIELDS.map((_, field) => {
    const frequency = features.termCounts[field * plan.terms.length + place] as number;
    return fieldGain(field, frequency, fieldNorm(field, features.lengths[field] as number));
  });
  const whole = gains.reduce((sum, gain) => sum + gain, 0);
  const details = FIELDS.flatMap((name, field): Explanation[] => {
    const gain = gains[field] as number;
    if (gain === 0) return [];
    const times = features.termCounts[field * plan.terms.length + place] as number;
    const { weight } = FIELD_WEIGHTS[name];
    const description = `${times} in ${name} (weight ${weight}, ${features.lengths[field]} words)`;
    return [{ value: (value * gain) / whole, description, details: [] }];
  });
  const description = `"${term.term}", idf ${term.idf.toFixed(3)}, in ${term.holding} passages`;
  return { value, description, details };
}
