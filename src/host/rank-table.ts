/** What a table of ranks is made from: at each rank the token, as text, or as bytes where those are no text. */
export type Ranks = readonly (string | readonly number[])[];

/** Tokens by their bytes. */
export interface RankTable {
  /** Returns the rank of the token that is exactly these bytes, or -1. */
  rankOf(bytes: Uint8Array, start: number, end: number): number;
}

const MAGIC = 0x316b6e72;
const HEADER_WORDS = 4;
/** Twice the tokens there are, and more: a look-up seldom meets another token's slot. */
const SLOTS = 1 << 19;

/**
 * Packs ranks into a hash table that is used as it lies in memory or in a file. Reading it takes a few milliseconds; building
 * the same out of two hundred thousand strings takes longer than everything else that a bundle does.
 */
export function packRanks(ranks: Ranks): Uint8Array {
  const encoder = new TextEncoder();
  const tokens = Array.from(ranks, (token) =>
    typeof token === "string" ? encoder.encode(token) : Uint8Array.from(token ?? []),
  );
  const blobBytes = tokens.reduce((sum, token) => sum + token.length, 0);
  const words = HEADER_WORDS + SLOTS + tokens.length + 1;
  const packed = new Uint8Array(4 * words + blobBytes);
  const { blob, offsets, slots } = viewsOf(packed, tokens.length, blobBytes);
  new Uint32Array(packed.buffer, 0, HEADER_WORDS).set([MAGIC, SLOTS, tokens.length, blobBytes]);
  let at = 0;
  for (const [rank, token] of tokens.entries()) {
    offsets[rank] = at;
    blob.set(token, at);
    at += token.length;
    if (token.length === 0) continue;
    let slot = hash(token, 0, token.length);
    while (slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    slots[slot] = rank + 1;
  }
  offsets[tokens.length] = at;
  return packed;
}

/** Opens what `packRanks` made, or says that it is something else. */
export function openRanks(packed: Uint8Array): RankTable | "malformed" {
  // Words of a view must begin at multiples of four.
  const bytes = packed.byteOffset % 4 === 0 ? packed : Uint8Array.from(packed);
  if (bytes.length < 4 * HEADER_WORDS) return "malformed";
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const [magic, slotCount, count = 0, blobBytes = 0] = header;
  const words = HEADER_WORDS + SLOTS + count + 1;
  if (magic !== MAGIC || slotCount !== SLOTS || bytes.length !== 4 * words + blobBytes) {
    return "malformed";
  }
  const { blob, offsets, slots } = viewsOf(bytes, count, blobBytes);
  return {
    rankOf(key, start, end) {
      for (let slot = hash(key, start, end); ; slot = (slot + 1) % SLOTS) {
        const rank = (slots[slot] as number) - 1;
        if (rank < 0) return -1;
        const from = offsets[rank] as number;
        if ((offsets[rank + 1] as number) - from !== end - start) continue;
        let at = start;
        while (at < end && blob[from + at - start] === key[at]) at++;
        if (at === end) return rank;
      }
    },
  };
}

interface Views {
  readonly slots: Uint32Array;
  readonly offsets: Uint32Array;
  readonly blob: Uint8Array;
}

function viewsOf({ buffer, byteOffset }: Uint8Array, count: number, blobBytes: number): Views {
  const slotsAt = byteOffset + 4 * HEADER_WORDS;
  const offsetsAt = slotsAt + 4 * SLOTS;
  return {
    slots: new Uint32Array(buffer, slotsAt, SLOTS),
    offsets: new Uint32Array(buffer, offsetsAt, count + 1),
    blob: new Uint8Array(buffer, offsetsAt + 4 * (count + 1), blobBytes),
  };
}

/** FNV-1a, folded into the number of slots. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) {
    value = Math.imul(value ^ (bytes[at] as number), 0x01000193);
  }
  return (value ^ (value >>> 13)) & (SLOTS - 1);
}
