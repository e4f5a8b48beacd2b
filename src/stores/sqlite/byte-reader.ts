/** Thrown by a `ByteReader` that would leave its bytes; caught where the blob is opened and told as `"damaged"`. */
export class DamagedBytes extends Error {}

/** Reads what a `ByteWriter` wrote, and never past the end. */
export interface ByteReader {
  unsigned(): number;
  signed(): number;
  bytes(length: number): Uint8Array;
  readonly left: number;
}

export function createByteReader(buffer: Uint8Array): ByteReader {
  let offset = 0;

  function unsigned(): number {
    let value = 0;
    for (let scale = 1; scale <= Number.MAX_SAFE_INTEGER; scale *= 0x80) {
      const byte = buffer[offset++];
      if (byte === undefined) throw new DamagedBytes("a number ends early");
      value += (byte % 0x80) * scale;
      if (byte < 0x80) return value;
    }
    throw new DamagedBytes("a number is too long");
  }

  return {
    unsigned,
    signed() {
      const value = unsigned();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    bytes(length) {
      if (length > buffer.length - offset) throw new DamagedBytes("bytes end early");
      offset += length;
      return buffer.subarray(offset - length, offset);
    },
    get left() {
      return buffer.length - offset;
    },
  };
}
