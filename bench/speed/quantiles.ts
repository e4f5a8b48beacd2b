/** Returns the q-th quantile (0 to 1) by the nearest-rank rule; of nothing, `NaN`. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(q * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** Returns the middle value by the nearest-rank rule; of nothing, `NaN`. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
