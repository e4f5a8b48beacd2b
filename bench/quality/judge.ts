import type { Contestant } from "./contestants.ts";
import type { EvalSet } from "./eval-set.ts";
import { type Half, halfOf } from "./halves.ts";
import { type Measures, measure } from "./measures.ts";
import { createAnswerKey, type PassageSet } from "./passage-set.ts";

/** A way of cutting a set into passages. */
export interface Cut {
  readonly name: string;
  cut(set: EvalSet): Promise<PassageSet>;
}

/** One ranking of every question: a program over one way of cutting. */
export interface Entry {
  readonly cut: Cut;
  readonly contestant: Contestant;
}

/** One question answered by every entry, in the order in which the entries were given. */
export interface JudgedQuestion {
  readonly id: string;
  readonly half: Half;
  readonly measures: readonly Measures[];
}

/** One set judged: what the receipt keeps of it. */
export interface JudgedSet {
  readonly name: string;
  readonly units: number;
  /** What each entry ranked. */
  readonly ranked: readonly { readonly passages: number; readonly unreadDocuments: number }[];
  readonly unscored: EvalSet["unscored"];
  readonly questions: readonly JudgedQuestion[];
}

/** Asks every entry every question of the set, over the set's own corpus and nothing else. */
export async function judgeSet(set: EvalSet, entries: readonly Entry[]): Promise<JudgedSet> {
  const columns: Measures[][] = [];
  const ranked: JudgedSet["ranked"][number][] = [];
  for (const { cut, contestant } of entries) {
    const passageSet = await cut.cut(set);
    columns.push(await measureAll(set, passageSet, contestant));
    const { length } = passageSet.passages;
    ranked.push({ passages: length, unreadDocuments: passageSet.unreadDocuments });
  }
  const questions = set.questions.map(({ id }, row) => ({
    id,
    half: halfOf(set.name, id),
    measures: columns.map((column) => column[row]).filter((cell) => cell !== undefined),
  }));
  const { name, unscored } = set;
  return { name, units: set.units.length, ranked, unscored, questions };
}

async function measureAll(
  set: EvalSet,
  passageSet: PassageSet,
  contestant: Contestant,
): Promise<Measures[]> {
  const key = createAnswerKey(set, passageSet);
  const ranker = await contestant.open(passageSet);
  const measures: Measures[] = [];
  try {
    for (const question of set.questions) {
      const answers = key.toAnswers(await ranker.rank(question.question));
      measures.push(measure(answers, key.rightAnswers(question)));
    }
  } finally {
    ranker.close();
  }
  return measures;
}
