/** Passages of one segment, a bit each, in words of 32. */
export type PassageSet = Uint32Array;

/** Creates a set for a segment of so many passages, holding none or all of them. */
export function createPassageSet(passageCount: number, holds: "none" | "all"): PassageSet {
  const set = new Uint32Array((passageCount + 31) >>> 5);
  if (holds === "all") {
    set.fill(0xffff_ffff);
    const rest = passageCount & 31;
    if (rest > 0) set[set.length - 1] = 0xffff_ffff >>> (32 - rest);
  }
  return set;
}

/** True when the set holds the passage. */
export function holdsPassage(set: PassageSet, passage: number): boolean {
  return (((set[passage >>> 5] as number) >>> (passage & 31)) & 1) === 1;
}

/** Adds passages to the set. */
export function addPassages(set: PassageSet, passages: ArrayLike<number>): void {
  for (let index = 0; index < passages.length; index++) {
    const passage = passages[index] as number;
    set[passage >>> 5] = (set[passage >>> 5] as number) | (1 << (passage & 31));
  }
}

/** Takes the passages from `from` up to `to`, which is not one of them, out of the set. */
export function removeRange(set: PassageSet, from: number, to: number): void {
  for (let passage = from; passage < to; passage++) {
    set[passage >>> 5] = (set[passage >>> 5] as number) & ~(1 << (passage & 31));
  }
}

/** Adds all that `other` holds. */
export function unite(set: PassageSet, other: PassageSet): void {
  for (let word = 0; word < set.length; word++) {
    set[word] = (set[word] as number) | (other[word] as number);
  }
}

/** Keeps what `other` holds too. */
export function intersect(set: PassageSet, other: PassageSet): void {
  for (let word = 0; word < set.length; word++) {
    set[word] = (set[word] as number) & (other[word] as number);
  }
}

/** Takes out what `other` holds. */
export function subtract(set: PassageSet, other: PassageSet): void {
  for (let word = 0; word < set.length; word++) {
    set[word] = (set[word] as number) & ~(other[word] as number);
  }
}

/** How many passages the set holds; with `other`, how many of them that one holds too. */
export function countPassages(set: PassageSet, other: PassageSet | "all" = "all"): number {
  let count = 0;
  for (let word = 0; word < set.length; word++) {
    let bits = set[word] as number;
    if (other !== "all") bits &= other[word] as number;
    bits -= (bits >>> 1) & 0x5555_5555;
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}
