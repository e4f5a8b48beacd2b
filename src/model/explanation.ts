/** A score as a tree: each value says how it came about and from which parts (DIA-06). */
export interface Explanation {
  /** The number explained. */
  readonly value: number;
  /** How it came about, in words. */
  readonly description: string;
  readonly details: readonly Explanation[];
}
