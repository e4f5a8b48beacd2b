/** A score as a tree: each value says how it came about and from which parts (DIA-06). */
export interface Explanation {
  readonly value: number;
  readonly description: string;
  readonly details: readonly Explanation[];
}
