import { POOL_SIZE } from "./parameters.ts";

/** A score as admission reads it: by its own generator's measure alone. */
export interface StandardScore {
  /** r: its share of the best score. */
  readonly share: number;
  /** z: its distance from the mean of the pool, in standard deviations. */
  readonly deviation: number;
}

/**
 * Returns how each of one generator's scores stands among the best twenty, in the order given. z is defined over twenty
 * candidates; where the generator found fewer, the others of the twenty match nothing and score 0. Nothing is said, and the list
 * is empty, where no score is above 0.
 */
export function standardize(scores: readonly number[]): readonly StandardScore[] {
  const best = [...scores].sort((left, right) => right - left).slice(0, POOL_SIZE);
  const [first = 0] = best;
  if (!(first > 0)) return [];
  while (best.length < POOL_SIZE) best.push(0);
  const mean = best.reduce((sum, score) => sum + score, 0) / POOL_SIZE;
  const variance = best.reduce((sum, score) => sum + (score - mean) ** 2, 0) / POOL_SIZE;
  const unit = Math.sqrt(variance);
  return scores.map((score) => ({
    share: round(score / first),
    // Twenty equal scores say nothing of which is better: each lies at the mean.
    deviation: unit > 0 ? round((score - mean) / unit) : 0,
  }));
}

/** Six decimals: what is decided by is what is recorded, and no machine's last bit tips a decision. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
