import type { Pool } from "../../src/model/pool.ts";
import type { Half } from "../quality/halves.ts";

/**
 * What a candidate is to a question, by those who wrote the set. `required` answers it; `helpful` is known from pools of one's own
 * alone; `distractor` looks alike and does not answer, `trap` answers wrongly on purpose; about `irrelevant` the set says nothing.
 */
export type Label = "required" | "helpful" | "distractor" | "trap" | "irrelevant";

/** Every label, in the order in which tables print them. */
export const LABELS: readonly Label[] = ["required", "helpful", "distractor", "trap", "irrelevant"];

/** A question answered by its corpus; every other kind is not, and is named by why. */
export const ANSWERABLE = "answerable";

/** A pool with what is known of its candidates: apart from it, so that no policy can see a label. */
export interface LabelledPool {
  readonly set: string;
  readonly id: string;
  readonly half: Half;
  /**
   * `answerable`; `off_topic` for a question of another set; `gold_removed` for a pool from which what answers was taken;
   * otherwise what people said of a question that the corpus does not answer, such as `unanswerable`.
   */
  readonly kind: string;
  readonly pool: Pool;
  /** By candidate. What is not listed is irrelevant. */
  readonly labels: Readonly<Record<string, Label>>;
  /** Units that answer and are not in the pool: a candidate miss, and no fault of any policy. */
  readonly requiredOutside: number;
}

/** Returns what a candidate of the pool is to its question. */
export function labelOf({ labels }: Pick<LabelledPool, "labels">, candidate: string): Label {
  return labels[candidate] ?? "irrelevant";
}

/** Returns whether admission can be measured on a pool: its question is answered, and something in it does. */
export function isMeasured({ kind, labels }: LabelledPool): boolean {
  return kind === ANSWERABLE && Object.values(labels).includes("required");
}
