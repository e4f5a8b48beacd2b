/** Strings of UTF-16 units in one pool: number `n` stands from `starts[n]` to `starts[n + 1]`. */
export interface UnitPool {
  readonly pool: Uint16Array;
  readonly starts: Uint32Array;
}

/** Shorter stretches are sorted by insertion. */
const MIN_SPLIT = 12;
/** What a string has behind its end: less than any unit. */
const END = -1;

/**
 * Sorts numbers of distinct strings in place, as `<` orders the strings. Quicksort by one unit at a time (Bentley and Sedgewick,
 * "Fast algorithms for sorting and searching strings", 1997): what strings begin with alike is looked at once, and no string is made.
 */
export function sortByUnits(numbers: Uint32Array, strings: UnitPool): void {
  sortStretch(numbers, strings, { from: 0, to: numbers.length, depth: 0 });
}

/** Numbers whose strings have their first `depth` units in common. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

function sortStretch(numbers: Uint32Array, strings: UnitPool, whole: Stretch): void {
  let rest = whole;
  while (rest.to - rest.from > MIN_SPLIT) {
    const parts = splitStretch(numbers, strings, rest);
    // The largest part is gone on with here: calls are never deeper than the number of halvings.
    const largest = parts.reduce((best, part) =>
      part.to - part.from > best.to - best.from ? part : best,
    );
    for (const part of parts) if (part !== largest) sortStretch(numbers, strings, part);
    rest = largest;
  }
  sortFew(numbers, strings, rest);
}

/** Puts strings with a smaller unit at the depth to the front and those with a larger one to the back. */
function splitStretch(
  numbers: Uint32Array,
  strings: UnitPool,
  { depth, from, to }: Stretch,
): readonly Stretch[] {
  const pivot = unitAt(strings, numbers[(from + to) >>> 1] as number, depth);
  let [low, at, high] = [from, from, to];
  while (at < high) {
    const number = numbers[at] as number;
    const unit = unitAt(strings, number, depth);
    if (unit < pivot) {
      numbers[at++] = numbers[low] as number;
      numbers[low++] = number;
    } else if (unit > pivot) {
      numbers[at] = numbers[--high] as number;
      numbers[high] = number;
    } else at++;
  }
  const less = { from, to: low, depth };
  const more = { from: high, to, depth };
  // Of distinct strings only one ends here.
  return pivot === END ? [less, more] : [less, { from: low, to: high, depth: depth + 1 }, more];
}

function sortFew(numbers: Uint32Array, strings: UnitPool, { depth, from, to }: Stretch): void {
  for (let next = from + 1; next < to; next++) {
    const number = numbers[next] as number;
    let at = next;
    for (; at > from; at--) {
      const before = numbers[at - 1] as number;
      if (!isLess(strings, number, { than: before, depth })) break;
      numbers[at] = before;
    }
    numbers[at] = number;
  }
}

function isLess(
  strings: UnitPool,
  number: number,
  { depth, than }: { readonly than: number; readonly depth: number },
): boolean {
  for (let at = depth; ; at++) {
    const unit = unitAt(strings, number, at);
    const other = unitAt(strings, than, at);
    if (unit !== other) return unit < other;
    if (unit === END) return false;
  }
}

function unitAt({ pool, starts }: UnitPool, number: number, depth: number): number {
  const at = (starts[number] as number) + depth;
  return at < (starts[number + 1] as number) ? (pool[at] as number) : END;
}
