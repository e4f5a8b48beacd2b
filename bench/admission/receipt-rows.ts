import { CONTENDERS, ORACLE } from "./contenders.ts";
import type { JudgedPool } from "./judge-pools.ts";
import type { SetJudgement } from "./judge-set.ts";
import { needless } from "./outcome.ts";
import type { AdmissionReport } from "./report-admission.ts";

/** What a receipt keeps of a run: the report, what was compared by its version, and one line a question. */
export interface AdmissionReceipt extends AdmissionReport {
  /** By name: the version that decided. */
  readonly policies: Readonly<Record<string, string>>;
  readonly sets: readonly ReceiptSet[];
}

interface ReceiptSet {
  readonly name: string;
  readonly poolsSha256: string;
  /**
   * By kind and id. For an answerable question with an answer in its pool: S, s1n, then for each policy its recall and the
   * needless tokens of what enters, joined by a slash; for the others S and s1n.
   */
  readonly questions: Readonly<Record<string, string>>;
}

/** Makes the receipt of a run. */
export function toReceipt(
  report: AdmissionReport,
  sets: readonly SetJudgement[],
): AdmissionReceipt {
  return {
    ...report,
    policies: Object.fromEntries([
      ...CONTENDERS.map(({ name, policy }) => [name, policy.version]),
      [ORACLE, "by labels"],
    ]),
    sets: sets.map(({ name, poolsSha256, pools }) => ({
      name,
      poolsSha256,
      questions: Object.fromEntries(pools.map((pool) => [`${pool.kind} ${pool.id}`, rowOf(pool)])),
    })),
  };
}

function rowOf({ sufficiency, outcomes }: JudgedPool): string {
  const { gate, ceilingShare } = sufficiency;
  const cells = Object.values(outcomes).map(
    ({ recall, entered }) => `${recall.toFixed(2)}/${needless(entered)}`,
  );
  return [gate.toFixed(3), ceilingShare.toFixed(3), ...cells].join(" ");
}
