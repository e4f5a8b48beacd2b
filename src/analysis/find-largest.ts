/** Returns the largest count in 0..`limit` for which `holds`, assuming it holds up to some count and not beyond. */
export function findLargest(limit: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
