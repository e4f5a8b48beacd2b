import type { RankTable } from "./rank-table.ts";

/** No token of an encoding in use is longer: what is need not be looked up. */
const MAX_TOKEN_BYTES = 256;
/** A rank and a place in one number: the lower rank first, then the place further left. */
const PLACES = 2 ** 32;

/**
 * Counts the tokens that byte pair encoding makes of a piece: of all neighbors that are a token together, those of the lowest
 * rank are joined, the leftmost first, until none are (Sennrich, Haddow and Birch 2016). A heap keeps it at n log n, so that a
 * word of a million letters, which any text may hold, takes no longer than a million letters of words.
 */
export class MergeCounter {
  readonly #table: RankTable;
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(256);
  /** Where the part that begins at a byte ends, and where the one before it begins. */
  #ends = new Uint32Array(257);
  #befores = new Int32Array(257);
  /** The rank of the pair that begins at a byte, or -1. */
  #ranks = new Int32Array(257);
  readonly #heap: number[] = [];

  constructor(table: RankTable) {
    this.#table = table;
  }

  /** Tokens of one piece. */
  count(piece: string): number {
    this.#reserve(3 * piece.length);
    const { written } = this.#encoder.encodeInto(piece, this.#bytes);
    if (written < 2 || this.#rankOf(0, written) >= 0) return Math.min(written, 1);
    return this.#merge(written);
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const room = 2 ** Math.ceil(Math.log2(length));
    this.#bytes = new Uint8Array(room);
    this.#ends = new Uint32Array(room + 1);
    this.#befores = new Int32Array(room + 1);
    this.#ranks = new Int32Array(room + 1);
  }

  #rankOf(start: number, end: number): number {
    return end - start > MAX_TOKEN_BYTES ? -1 : this.#table.rankOf(this.#bytes, start, end);
  }

  #merge(length: number): number {
    const [ends, befores, ranks] = [this.#ends, this.#befores, this.#ranks];
    for (let at = 0; at < length; at++) {
      ends[at] = at + 1;
      befores[at] = at - 1;
    }
    for (let at = 0; at < length; at++) this.#rate(at, length);
    let parts = length;
    for (let best = this.#pop(); best >= 0; best = this.#pop()) {
      const at = best % PLACES;
      // The pair was joined, or joined to another, since it was put there.
      if (ranks[at] !== Math.floor(best / PLACES)) continue;
      const second = ends[at] as number;
      const end = ends[second] as number;
      ranks[second] = -1;
      ends[at] = end;
      if (end < length) befores[end] = at;
      parts--;
      this.#rate(at, length);
      const before = befores[at] as number;
      if (before >= 0) this.#rate(before, length);
    }
    return parts;
  }

  /** Looks up the pair that begins at a byte, and puts it among the candidates. */
  #rate(at: number, length: number): void {
    const second = this.#ends[at] as number;
    const rank = second < length ? this.#rankOf(at, this.#ends[second] as number) : -1;
    this.#ranks[at] = rank;
    if (rank >= 0) this.#push(rank * PLACES + at);
  }

  #push(key: number): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(key);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above] as number) <= key) break;
      heap[at] = heap[above] as number;
      at = above;
    }
    heap[at] = key;
  }

  /** The least, or -1 when there is none. */
  #pop(): number {
    const heap = this.#heap;
    const least = heap[0] ?? -1;
    const last = heap.pop() ?? -1;
    if (heap.length === 0) return least;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      const other =
        below + 1 < heap.length && (heap[below + 1] as number) < (heap[below] as number);
      const child = other ? below + 1 : below;
      if ((heap[child] as number) >= last) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
    return least;
  }
}
