import {
  readQueryTerms,
  stageOneImpact,
  stageOneScore,
  stageOneWeight,
} from "../plugged-program.ts";
import type { PlainFields } from "./plain-fields.ts";

/** Scores every passage for a question by the formula alone: no postings, no heap, no pruning. */
export interface ExhaustiveOracle {
  /** Takes in the next passage. */
  add(fields: PlainFields): void;
  /** The best stage-one scores, best first, at most `limit`. */
  bestScores(question: string, limit: number): readonly number[];
}

interface TermImpacts {
  readonly passages: number[];
  readonly impacts: number[];
}

/** Creates an oracle for these questions: other terms are not kept, so that a large corpus fits. */
export function createExhaustiveOracle(questions: readonly string[]): ExhaustiveOracle {
  const wanted = new Map<string, TermImpacts>();
  for (const term of questions.flatMap(readQueryTerms)) {
    wanted.set(term, { passages: [], impacts: [] });
  }
  let passageCount = 0;
  return {
    add(fields) {
      const lengths = fields.map(({ placed }) => placed.length);
      for (const [term, frequencies] of countTerms(fields, wanted)) {
        const kept = wanted.get(term);
        kept?.passages.push(passageCount);
        kept?.impacts.push(stageOneImpact(frequencies, lengths));
      }
      passageCount++;
    },
    bestScores(question, limit) {
      const sums = new Float64Array(passageCount);
      for (const term of readQueryTerms(question)) {
        const { passages, impacts } = wanted.get(term) ?? { passages: [], impacts: [] };
        const weight = stageOneWeight(passageCount, passages.length);
        for (const [place, passage] of passages.entries()) {
          sums[passage] = (sums[passage] ?? 0) + weight * (impacts[place] ?? 0);
        }
      }
      const best = sums.filter((sum) => sum > 0).sort((left, right) => right - left);
      return [...best.subarray(0, limit)].map(stageOneScore);
    },
  };
}

function countTerms(
  fields: PlainFields,
  wanted: ReadonlyMap<string, TermImpacts>,
): Map<string, number[]> {
  const counts = new Map<string, number[]>();
  for (const [field, { placed, overlaid }] of fields.entries()) {
    for (const term of [...placed, ...overlaid]) {
      if (!wanted.has(term)) continue;
      const frequencies = counts.get(term) ?? [0, 0, 0, 0];
      frequencies[field] = (frequencies[field] ?? 0) + 1;
      counts.set(term, frequencies);
    }
  }
  return counts;
}
