/** Where a text holds most of what was asked for, and how much of it that is. */
export interface BestWindow {
  /** Share of all weights whose terms stand in the window, 0 to 1. */
  readonly share: number;
  /** Word position at which it begins; 0 where nothing is held. */
  readonly start: number;
  /** Places of the terms that it holds, ascending. */
  readonly held: readonly number[];
}

const NOTHING: BestWindow = { share: 0, start: 0, held: [] };

/**
 * Finds the window of `size` words that holds the largest share of `weights`, each term counted once however often it stands
 * there. `places` says for each word position which term stands there, or a negative number for none. The first of equal
 * windows wins. Linear in the length of the text.
 */
export function findBestWindow(
  places: ArrayLike<number>,
  weights: readonly number[],
  size: number,
): BestWindow {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return NOTHING;
  const counts = new Uint32Array(weights.length);
  let best = 0;
  let bestEnd = -1;
  for (let end = 0; end < places.length; end++) {
    leave(counts, places[end - size]);
    const entered = places[end] ?? -1;
    if (entered < 0) continue;
    counts[entered] = (counts[entered] ?? 0) + 1;
    if (counts[entered] !== 1) continue;
    const weight = weightOf(counts, weights);
    if (weight <= best) continue;
    best = weight;
    bestEnd = end;
  }
  if (bestEnd < 0) return NOTHING;
  const start = Math.max(0, bestEnd - size + 1);
  return { share: best / total, start, held: placesIn(places, start, bestEnd + 1) };
}

function leave(counts: Uint32Array, place: number | undefined): void {
  if (place === undefined || place < 0) return;
  counts[place] = (counts[place] ?? 0) - 1;
}

/** Summed anew and always in one order: a running sum would drift, and equal windows would differ in their last bits. */
function weightOf(counts: Uint32Array, weights: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < weights.length; place++) {
    if (counts[place] !== 0) sum += weights[place] ?? 0;
  }
  return sum;
}

function placesIn(places: ArrayLike<number>, start: number, end: number): readonly number[] {
  const held = new Set<number>();
  for (let at = start; at < end; at++) {
    const place = places[at] ?? -1;
    if (place >= 0) held.add(place);
  }
  return [...held].sort((left, right) => left - right);
}
