import type { EvalSet } from "./eval-set.ts";
import { type Half, halfOf } from "./halves.ts";
import { type Measures, measure } from "./measures.ts";
import type { RankerKind } from "./ranker.ts";

/** One question answered by every ranker, in the order in which the rankers were given. */
export interface JudgedQuestion {
  readonly id: string;
  readonly half: Half;
  readonly measures: readonly Measures[];
}

/** One set judged: what the receipt keeps of it. */
export interface JudgedSet {
  readonly name: string;
  readonly units: number;
  readonly unscored: EvalSet["unscored"];
  readonly questions: readonly JudgedQuestion[];
}

/** Asks every ranker every question of the set, over the set's own corpus and nothing else. */
export async function judgeSet(set: EvalSet, kinds: readonly RankerKind[]): Promise<JudgedSet> {
  const rankers = await Promise.all(kinds.map((kind) => kind.open(set)));
  const questions: JudgedQuestion[] = [];
  try {
    for (const { id, question, right } of set.questions) {
      const measures: Measures[] = [];
      for (const ranker of rankers) measures.push(measure(await ranker.rank(question), right));
      questions.push({ id, half: halfOf(set.name, id), measures });
    }
  } finally {
    for (const ranker of rankers) await ranker.close();
  }
  return { name: set.name, units: set.units.length, unscored: set.unscored, questions };
}
