import { createHash } from "node:crypto";

/** What `lexgate` decides by. Refitted on the choosing halves of the question sets: `npm run bench:admission` prints how. */
export interface GateParameters {
  /** Sufficiency below which nothing is admitted: about one answerable question in twenty is lost. */
  readonly theta: number;
  /** From theta to this, what is admitted is marked weak. */
  readonly weakBelow: number;
  /** Strength required at the median size of the pool. */
  readonly tau: number;
  /** How the required strength grows with size. */
  readonly sizeExponent: number;
  /** Candidates named that were not admitted. */
  readonly named: number;
  /** Candidates named where the evidence is insufficient. */
  readonly namedWhenInsufficient: number;
}

const SHARED = {
  theta: 0.59,
  weakBelow: 0.72,
  sizeExponent: 0.3,
  named: 6,
  namedWhenInsufficient: 3,
};

/** Recall of the first three candidates. */
export const LEAN: GateParameters = { ...SHARED, tau: 0.38 };

/** Recall of the first five. */
export const WIDE: GateParameters = { ...SHARED, tau: 0.25 };

/** Returns eight digits that change with any parameter: part of a version where parameters are not those of a name (ADM-14). */
export function digestOf(parameters: object): string {
  const sorted = Object.entries(parameters).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 8);
}
