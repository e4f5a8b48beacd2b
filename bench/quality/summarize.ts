import { type Interval, pairedInterval } from "./bootstrap.ts";
import type { Half } from "./halves.ts";
import type { JudgedQuestion, JudgedSet } from "./judge.ts";
import { type Measures, meanMeasures } from "./measures.ts";

/** Which questions a summary is over. */
export type Part = Half | "all";

/** One ranker on one part of one set. */
export interface RankerSummary {
  readonly ranker: string;
  readonly mean: Measures;
  /** nDCG@10 above the first ranker (the baseline), paired by question; zero for the baseline itself. */
  readonly gain: Interval;
}

/** Every ranker on one part of one set, or of several sets weighing the same. */
export interface PartSummary {
  readonly sets: readonly string[];
  readonly part: Part;
  readonly questions: number;
  readonly rankers: readonly RankerSummary[];
}

/** Summarizes one part over one or more sets: means of set means, and intervals that resample within each set. */
export function summarizePart(
  sets: readonly JudgedSet[],
  part: Part,
  rankers: readonly string[],
): PartSummary {
  const groups = sets.map((set) =>
    set.questions.filter((question) => part === "all" || question.half === part),
  );
  return {
    sets: sets.map((set) => set.name),
    part,
    questions: groups.reduce((sum, group) => sum + group.length, 0),
    rankers: rankers.map((ranker, index) => ({
      ranker,
      mean: meanMeasures(
        groups.map((group) => meanMeasures(group.map((q) => measuresOf(q, index)))),
      ),
      gain: pairedInterval(
        groups.map((group) =>
          group.map((q) => measuresOf(q, index).ndcg10 - measuresOf(q, 0).ndcg10),
        ),
      ),
    })),
  };
}

function measuresOf(question: JudgedQuestion, ranker: number): Measures {
  const measures = question.measures[ranker];
  if (measures === undefined) throw new Error(`Question ${question.id} has no ranker ${ranker}.`);
  return measures;
}
