import type { NeedLabel } from "../../model/token-split.ts";

/** What is known of a task from outside: labels of candidates, kept apart from the pool so that no policy can see one. */
export interface Needs {
  /** By candidate; what is not listed is irrelevant. */
  readonly labels: Readonly<Record<string, NeedLabel>>;
  /** Texts that the task requires and no generator surfaced. */
  readonly requiredOutside: number;
}

/** Returns whether a task requires a candidate. */
export function isRequired({ labels }: Pick<Needs, "labels">, candidate: string): boolean {
  return labels[candidate] === "required";
}

/** Returns a share, or `"none"` of nothing: there is no share of an empty whole, and it is not 0. */
export function shareOf(part: number, whole: number): number | "none" {
  return whole === 0 ? "none" : part / whole;
}
