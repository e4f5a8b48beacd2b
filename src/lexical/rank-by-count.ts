/** Counts from here on are few and far apart: they are compared, not dealt into a box each. */
const FIRST_COMPARED = 4096;

/** Returns the places of all counts, the largest count first and equal ones in order. */
export function rankByCount(counts: Uint32Array): Uint32Array {
  const boxes = new Uint32Array(FIRST_COMPARED);
  let large = 0;
  for (const count of counts) {
    if (count < FIRST_COMPARED) boxes[count] = (boxes[count] as number) + 1;
    else large++;
  }
  const ranked = new Uint32Array(counts.length);
  let start = large;
  for (let count = FIRST_COMPARED - 1; count >= 0; count--) {
    const size = boxes[count] as number;
    boxes[count] = start;
    start += size;
  }
  large = 0;
  counts.forEach((count, place) => {
    if (count >= FIRST_COMPARED) ranked[large++] = place;
    else {
      const at = boxes[count] as number;
      boxes[count] = at + 1;
      ranked[at] = place;
    }
  });
  ranked
    .subarray(0, large)
    .sort((left, right) => (counts[right] as number) - (counts[left] as number) || left - right);
  return ranked;
}
