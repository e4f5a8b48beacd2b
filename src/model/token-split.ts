/** What an exhibit was to a task, as a label set judges it. Labels exist where somebody made them, and never in a pool. */
export type NeedLabel = "required" | "helpful" | "distractor" | "trap" | "irrelevant";

/** Every label, the most needed first. */
export const NEED_LABELS: readonly NeedLabel[] = [
  "required",
  "helpful",
  "distractor",
  "trap",
  "irrelevant",
];

/** Admitted tokens by what they were to the task; `"n/a"` where nobody labelled it (LED-02). The shares are all of `total`. */
export interface TokenSplit extends Readonly<Record<NeedLabel, number | "n/a">> {
  readonly total: number;
}
