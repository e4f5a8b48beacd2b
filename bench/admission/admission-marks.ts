import type { Abstention } from "./abstention.ts";
import type { GateTime } from "./gate-time.ts";
import type { RecallRow } from "./report-admission.ts";
import { meanOf } from "./summarize-outcomes.ts";

/** A pass mark declared before the run and what the run gave. `"not_evaluated"` when what it is about was not there. */
export interface AdmissionMark {
  readonly claim: string;
  readonly value: number | "not_evaluated";
  readonly atMost: number;
  readonly passed: boolean | "not_evaluated";
}

/** What the marks are judged by. */
export interface MarkSource {
  readonly atEqualRecall: readonly RecallRow[];
  readonly abstention: readonly Abstention[];
  readonly gateTimes: readonly GateTime[];
  readonly sets: number;
}

/** Sets on which the marks were declared. */
const DECLARED_SETS = 4;
const GATE_MS = 5;

/**
 * Holds a run against what was declared: tokens needlessly admitted at equal recall, of whole sections on either side, and the time of
 * the gate. Beside them the falsifiers: what would have the gate, its window or its sufficiency dropped.
 */
export function judgeMarks(source: MarkSource): AdmissionMark[] {
  const { abstention, gateTimes, sets } = source;
  const isComplete = sets >= DECLARED_SETS;
  const ratio = (family: string, against: string, k: number): number | "not_evaluated" =>
    isComplete
      ? (rowOf(source, { family, against, k, part: "all" })?.ratio ?? "not_evaluated")
      : "not_evaluated";
  const upper = (against: string, k: RecallRow["k"]): number | "not_evaluated" => {
    const row = rowOf(source, { family: "lexgate/2", against, k, part: "report" });
    return isComplete && row !== undefined ? row.high : "not_evaluated";
  };
  const offTopic = abstention.filter(({ kind }) => kind === "off_topic");
  const lead = meanOf(offTopic.map(({ auroc }) => auroc.ceilingShare - auroc.gate));
  return [
    toMark(
      "lexgate/1: needless tokens as a share of top-3's, at its recall",
      0.75,
      ratio("lexgate/1", "top-k", 3),
    ),
    toMark("falsifier: lexgate/1 as a share of pool-z's", 0.98, ratio("lexgate/1", "pool-z", 3)),
    toMark(
      "falsifier: budget-fill no better than lexgate/1",
      1,
      ratioOf(ratio("lexgate/1", "top-k", 3), ratio("budget-fill", "top-k", 3)),
    ),
    ...["lexgate/1", "pool-z"].map((against) =>
      toMark(
        `lexgate/2: upper end of its share of ${against}'s, reporting half, at the recall of top-3 and top-5`,
        1,
        upper(against, "3 and 5"),
      ),
    ),
    toMark(
      "falsifier: what s1n tells off-topic questions better than S, in AUROC",
      0,
      offTopic.length > 0 ? lead : "not_evaluated",
    ),
    ...gateTimes.flatMap(({ policy, first }) => [
      toMark(`${policy}: milliseconds for twenty candidates, median pool`, GATE_MS, first.p50),
      toMark(`${policy}: milliseconds for twenty candidates, 95 of 100 pools`, GATE_MS, first.p95),
    ]),
  ];
}

function rowOf(
  { atEqualRecall }: MarkSource,
  wanted: Pick<RecallRow, "against" | "family" | "k" | "part">,
): RecallRow | undefined {
  return atEqualRecall.find(
    (row) =>
      row.size === "whole" &&
      row.part === wanted.part &&
      row.family === wanted.family &&
      row.against === wanted.against &&
      row.k === wanted.k,
  );
}

function ratioOf(
  one: number | "not_evaluated",
  other: number | "not_evaluated",
): number | "not_evaluated" {
  return one === "not_evaluated" || other === "not_evaluated" ? "not_evaluated" : one / other;
}

function toMark(claim: string, atMost: number, value: number | "not_evaluated"): AdmissionMark {
  const passed = value === "not_evaluated" ? value : value <= atMost;
  return { claim, value, atMost, passed };
}
