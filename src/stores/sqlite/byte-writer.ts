/** Appends bytes and LEB128 numbers to a growing buffer. */
export interface ByteWriter {
  /** A whole number from 0 to 2^53 - 1. */
  unsigned(value: number): void;
  /** A whole number of either sign, zigzag coded. */
  signed(value: number): void;
  bytes(value: Uint8Array): void;
  /** Everything written so far, as a copy of exact length. */
  finish(): Uint8Array;
}

export function createByteWriter(expectedBytes: number): ByteWriter {
  let buffer = new Uint8Array(Math.max(64, expectedBytes));
  let length = 0;

  function reserve(count: number): void {
    if (length + count <= buffer.length) return;
    const grown = new Uint8Array(Math.max(buffer.length * 2, length + count));
    grown.set(buffer.subarray(0, length));
    buffer = grown;
  }

  function unsigned(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a length: ${value}`);
    reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      buffer[length++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    buffer[length++] = rest;
  }

  return {
    unsigned,
    signed: (value) => unsigned(value >= 0 ? value * 2 : -value * 2 - 1),
    bytes(value) {
      reserve(value.length);
      buffer.set(value, length);
      length += value.length;
    },
    finish: () => buffer.slice(0, length),
  };
}
