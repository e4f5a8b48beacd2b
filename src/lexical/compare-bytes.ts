/** Lead bytes from here on stand for units above the surrogates, which UTF-16 puts before U+E000. */
const FIRST_ABOVE_SURROGATES = 0xee;
/** Lead bytes from here on stand for pairs of surrogates. */
const FIRST_PAIR = 0xf0;

/** A stretch of bytes. */
export interface ByteSpan {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Orders two UTF-8 strings as `<` orders them as strings, by UTF-16 units; negative, 0 or positive. */
export function compareUtf8(left: ByteSpan, right: ByteSpan): number {
  const leftBytes = left.bytes;
  const rightBytes = right.bytes;
  const leftLength = left.end - left.start;
  const rightLength = right.end - right.start;
  const shared = Math.min(leftLength, rightLength);
  let [at, other] = [left.start, right.start];
  for (const end = at + shared; at < end; at++, other++) {
    const one = leftBytes[at] as number;
    const two = rightBytes[other] as number;
    if (one === two) continue;
    const isAbove = one >= FIRST_ABOVE_SURROGATES && two >= FIRST_ABOVE_SURROGATES;
    if (isAbove && one >= FIRST_PAIR !== two >= FIRST_PAIR) return two - one;
    return one - two;
  }
  return leftLength - rightLength;
}

/** True when two stretches hold the same bytes. */
export function equalBytes(left: ByteSpan, right: ByteSpan): boolean {
  if (left.end - left.start !== right.end - right.start) return false;
  const offset = right.start - left.start;
  for (let at = left.start; at < left.end; at++) {
    if (left.bytes[at] !== right.bytes[at + offset]) return false;
  }
  return true;
}
