import { type Abstention, judgeAbstention } from "./abstention.ts";
import { type AdmissionMark, judgeMarks } from "./admission-marks.ts";
import { type ChosenConstants, chooseConstants } from "./choose-constants.ts";
import { CONTENDERS, DEFAULT_GATE, GATES, ORACLE } from "./contenders.ts";
import { type Comparison, compareAtRecall } from "./equal-recall.ts";
import { type GateTime, measureGateTime } from "./gate-time.ts";
import type { SetJudgement } from "./judge-set.ts";
import { FAMILIES } from "./margins.ts";
import {
  measuredPools,
  type Part,
  type PartSummary,
  summarizeOutcomes,
} from "./summarize-outcomes.ts";

/** A comparison at equal recall on one part of the questions. */
export interface RecallRow extends Comparison {
  readonly part: Part;
}

/** How much of a set could be measured. */
export interface SetSize {
  readonly name: string;
  /** Answerable questions with something that answers in their pool, and without. */
  readonly measured: number;
  readonly missed: number;
  /** Units that answer, in pools and outside them: what is outside is the generator's miss. */
  readonly requiredInPools: number;
  readonly requiredOutside: number;
  readonly unanswerable: Readonly<Record<string, number>>;
}

/** Everything a run says. */
export interface AdmissionReport {
  readonly sizes: readonly SetSize[];
  readonly summaries: readonly PartSummary[];
  readonly atEqualRecall: readonly RecallRow[];
  readonly abstention: readonly Abstention[];
  readonly chosen: readonly ChosenConstants[];
  readonly gateTimes: readonly GateTime[];
  readonly marks: readonly AdmissionMark[];
}

const PARTS: readonly Part[] = ["all", "choose", "report"];
const COMPARED_PARTS: readonly Part[] = ["all", "report"];

/** Measures everything that a run prints from sets that were judged. */
export function reportAdmission(sets: readonly SetJudgement[]): AdmissionReport {
  const filled = sets.filter((set) => measuredPools(set, "all").length > 0);
  const policies = [...CONTENDERS.map(({ name }) => name), ORACLE];
  const summaries = PARTS.flatMap((part) =>
    [...filled.map((set) => [set]), filled].map((some) => summarizeOutcomes(some, part, policies)),
  );
  const atEqualRecall = compareAll(filled);
  const abstention = judgeAbstention(filled, DEFAULT_GATE);
  const gateTimes = CONTENDERS.filter(({ name }) => name === DEFAULT_GATE).map(({ policy }) =>
    measureGateTime(
      policy,
      filled.flatMap(({ timed }) => timed),
    ),
  );
  return {
    sizes: sets.map(sizeOf),
    summaries,
    atEqualRecall,
    abstention,
    chosen: GATES.map((family) => chooseConstants(filled, family)),
    gateTimes,
    marks: judgeMarks({ atEqualRecall, abstention, gateTimes, sets: filled.length }),
  };
}

function compareAll(sets: readonly SetJudgement[]): RecallRow[] {
  const families = FAMILIES.map(({ name }) => name).filter((name) => name !== "top-k");
  const pairs = [
    ...families.map((family) => ({ family, against: "top-k" })),
    ...GATES.map((family) => ({ family, against: "pool-z" })),
    ...families
      .filter((family) => family.startsWith("lexgate") && family !== GATES[0])
      .map((family) => ({ family, against: GATES[0] ?? family })),
  ];
  return COMPARED_PARTS.flatMap((part) => {
    const swept = sets
      .map((set) => ({ name: set.name, pools: measuredPools(set, part) }))
      .filter(({ pools }) => pools.length > 0);
    return (["whole", "short"] as const).flatMap((size) =>
      compareAtRecall(swept, pairs, size).map((row): RecallRow => ({ part, ...row })),
    );
  });
}

function sizeOf(set: SetJudgement): SetSize {
  const answerable = set.pools.filter(({ kind }) => kind === "answerable");
  const measured = measuredPools(set, "all");
  const required = measured.flatMap(({ candidates }) =>
    candidates.filter(({ label }) => label === "required"),
  );
  const unanswerable: Record<string, number> = {};
  for (const { kind } of set.pools) {
    if (kind !== "answerable") unanswerable[kind] = (unanswerable[kind] ?? 0) + 1;
  }
  return {
    name: set.name,
    measured: measured.length,
    missed: answerable.length - measured.length,
    requiredInPools: required.length,
    requiredOutside: answerable.reduce((sum, { requiredOutside }) => sum + requiredOutside, 0),
    unanswerable,
  };
}
