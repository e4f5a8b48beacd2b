import { seededRandom } from "../seeded-random.ts";

/** The 95 % interval of a mean difference. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2_000;

/**
 * Returns the mean of paired differences with its percentile bootstrap interval (Efron 1979), questions resampled
 * within each group and groups weighing the same. Equal input and seed give equal output.
 */
export function pairedInterval(groups: readonly (readonly number[])[], seed = 7): Interval {
  const random = seededRandom(seed);
  const filled = groups.filter((group) => group.length > 0);
  const means: number[] = [];
  for (let round = 0; round < RESAMPLES; round++) {
    let total = 0;
    for (const group of filled) {
      let sum = 0;
      for (let i = 0; i < group.length; i++) sum += group[Math.floor(random() * group.length)] ?? 0;
      total += sum / group.length;
    }
    means.push(total / filled.length);
  }
  means.sort((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(RESAMPLES * share)] ?? Number.NaN;
  const mean =
    filled.reduce((sum, group) => sum + group.reduce((a, b) => a + b, 0) / group.length, 0) /
    filled.length;
  return { mean, low: at(0.025), high: at(0.975) };
}
