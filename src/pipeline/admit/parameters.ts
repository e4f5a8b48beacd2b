import { createHash } from "node:crypto";

/** Pools are frozen at this size: a deviation is a distance within so many candidates. */
export const POOL_SIZE = 20;

/** Words of the window in which the terms of the task must stand together. */
export const WINDOW_WORDS = 40;

/** A section of so many tokens enters whole; a longer one as a span. */
export const MAX_WHOLE_TOKENS = 400;

/** What `lexgate` decides by; `npm run bench:admission` refits them on the choosing halves of the question sets. */
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
  theta: 0.49,
  weakBelow: 0.68,
  sizeExponent: 0.3,
  named: 6,
  namedWhenInsufficient: 3,
};

/** Recall of the first three candidates. */
export const LEAN: GateParameters = { ...SHARED, tau: 0.28 };

/** Recall of the first five. */
export const WIDE: GateParameters = { ...SHARED, tau: 0.1 };

/** `lexgate/2` at the recall of the first three candidates. */
export const LEAN_2: GateParameters = { ...SHARED, tau: 0.18 };

/** `lexgate/2` at the recall of the first five. */
export const WIDE_2: GateParameters = { ...SHARED, tau: 0.078 };

/** Deviation from which `pool-z` admits where none is named. */
export const DEFAULT_DEVIATION = 1;

/** Candidates that `top-k` admits where no number is named. */
export const DEFAULT_COUNT = 3;

/** Returns eight digits that change with any parameter: part of a version where parameters are not those of a name (ADM-14). */
export function digestOf(parameters: object): string {
  const sorted = Object.entries(parameters).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 8);
}
