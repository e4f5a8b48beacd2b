import { type Interval, pairedInterval } from "./bootstrap.ts";
import type { Half } from "./halves.ts";
import type { JudgedQuestion, JudgedSet } from "./judge.ts";
import { type Measures, meanMeasures } from "./measures.ts";

/** Which questions a summary is over. */
export type Part = Half | "all";

/** An entry's name and which entry it is held against: the baseline over the same passages. */
export interface EntryName {
  readonly name: string;
  /** Place of the baseline in the list of entries; its own place for a baseline. */
  readonly baseline: number;
}

/** One entry on one part of one set. */
export interface EntrySummary {
  readonly entry: string;
  readonly mean: Measures;
  /** nDCG@10 above its baseline, paired by question. */
  readonly gain: Interval | "baseline";
}

/** Every entry on one part of one set, or of several sets weighing the same. */
export interface PartSummary {
  readonly sets: readonly string[];
  readonly part: Part;
  readonly questions: number;
  readonly entries: readonly EntrySummary[];
}

/** Summarizes one part over one or more sets: means of set means, and intervals that resample within each set. */
export function summarizePart(
  sets: readonly JudgedSet[],
  part: Part,
  entries: readonly EntryName[],
): PartSummary {
  const groups = sets.map((set) =>
    set.questions.filter((question) => part === "all" || question.half === part),
  );
  return {
    sets: sets.map((set) => set.name),
    part,
    questions: groups.reduce((sum, group) => sum + group.length, 0),
    entries: entries.map(({ name, baseline }, index) => ({
      entry: name,
      mean: meanMeasures(
        groups.map((group) => meanMeasures(group.map((q) => measuresOf(q, index)))),
      ),
      gain:
        baseline === index
          ? "baseline"
          : pairedInterval(
              groups.map((group) =>
                group.map((q) => measuresOf(q, index).ndcg10 - measuresOf(q, baseline).ndcg10),
              ),
            ),
    })),
  };
}

function measuresOf(question: JudgedQuestion, entry: number): Measures {
  const measures = question.measures[entry];
  if (measures === undefined) throw new Error(`Question ${question.id} has no entry ${entry}.`);
  return measures;
}
