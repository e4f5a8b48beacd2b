import { type Interval, pairedInterval } from "../quality/bootstrap.ts";
import type { Half } from "../quality/halves.ts";
import type { JudgedPool } from "./judge-pools.ts";
import { LABELS, type Label } from "./labelled-pool.ts";
import { needless, type Outcome } from "./outcome.ts";

/** Which questions a summary is over. */
export type Part = Half | "all";

/** The pools of one set that are measured, and those that are not. */
export interface JudgedSet {
  readonly name: string;
  readonly pools: readonly JudgedPool[];
}

/** One policy as it ships, over one part of one set or the mean of several. */
export interface PolicySummary {
  readonly policy: string;
  readonly recall: number;
  /** Over the questions for which anything was admitted. */
  readonly precision: number;
  readonly admitted: number;
  readonly whole: Readonly<Record<Label, number>>;
  readonly entered: Readonly<Record<Label, number>>;
  readonly named: number;
  /** The question that fared worst: the least recall, then the most needless tokens. */
  readonly worst: { readonly id: string; readonly recall: number; readonly needless: number };
  /** Against the first three candidates, paired by question: recall, and needless tokens of what enters. */
  readonly gain: { readonly recall: Interval; readonly needless: Interval } | "baseline";
}

/** Every policy over one part of some sets, sets weighing the same. */
export interface PartSummary {
  readonly sets: readonly string[];
  readonly part: Part;
  readonly questions: number;
  readonly policies: readonly PolicySummary[];
}

/** What the gate was told to match in recall. */
const BASELINE = "top-3";

/** Returns the pools on which admission is measured. */
export function measuredPools({ pools }: JudgedSet, part: Part): readonly JudgedPool[] {
  return pools.filter(
    ({ half, candidates }) => candidates.length > 0 && (part === "all" || half === part),
  );
}

/** Summarizes what each policy did as it ships. */
export function summarizeOutcomes(
  sets: readonly JudgedSet[],
  part: Part,
  policies: readonly string[],
): PartSummary {
  const groups = sets.map((set) => measuredPools(set, part)).filter((pools) => pools.length > 0);
  return {
    sets: sets.map(({ name }) => name),
    part,
    questions: groups.reduce((sum, pools) => sum + pools.length, 0),
    policies: policies.map((policy) => summarizePolicy(groups, policy)),
  };
}

function summarizePolicy(
  groups: readonly (readonly JudgedPool[])[],
  policy: string,
): PolicySummary {
  const mean = (value: (outcome: Outcome) => number): number =>
    meanOf(groups.map((pools) => meanOf(pools.map((pool) => value(outcomeOf(pool, policy))))));
  const tokens = (size: "entered" | "whole"): Record<Label, number> => {
    const byLabel = LABELS.map((label) => [label, mean((outcome) => outcome[size][label])]);
    return Object.fromEntries(byLabel) as Record<Label, number>;
  };
  const precisions = groups.map((pools) =>
    pools.flatMap((pool) => {
      const { precision } = outcomeOf(pool, policy);
      return precision === "none" ? [] : precision;
    }),
  );
  return {
    policy,
    recall: mean(({ recall }) => recall),
    precision: meanOf(precisions.filter((list) => list.length > 0).map(meanOf)),
    admitted: mean(({ admitted }) => admitted),
    whole: tokens("whole"),
    entered: tokens("entered"),
    named: mean(({ named }) => named),
    worst: worstOf(groups.flat(), policy),
    gain: policy === BASELINE ? "baseline" : gainOf(groups, policy),
  };
}

function gainOf(groups: readonly (readonly JudgedPool[])[], policy: string): PolicySummary["gain"] {
  const interval = (value: (outcome: Outcome) => number): Interval =>
    pairedInterval(
      groups.map((pools) =>
        pools.map((pool) => value(outcomeOf(pool, policy)) - value(outcomeOf(pool, BASELINE))),
      ),
    );
  return {
    recall: interval(({ recall }) => recall),
    needless: interval(({ entered }) => needless(entered)),
  };
}

function worstOf(pools: readonly JudgedPool[], policy: string): PolicySummary["worst"] {
  const rows = pools.map((pool) => {
    const { recall, entered } = outcomeOf(pool, policy);
    return { id: pool.id, recall, needless: needless(entered) };
  });
  rows.sort((left, right) => left.recall - right.recall || right.needless - left.needless);
  return rows[0] ?? { id: "none", recall: Number.NaN, needless: Number.NaN };
}

function outcomeOf({ id, outcomes }: JudgedPool, policy: string): Outcome {
  const outcome = outcomes[policy];
  if (outcome === undefined) throw new Error(`${policy} decided nothing about ${id}.`);
  return outcome;
}

/** Returns the arithmetic mean; of nothing, `NaN`. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
