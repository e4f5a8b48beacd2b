import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const MAX_VARINT_BYTES = 8;

/** Reads what `ByteWriter` wrote. Anything out of bounds or malformed throws `DamagedBlockError`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #origin: BlockOrigin;
  #at: number;

  constructor(bytes: Uint8Array, origin: BlockOrigin, at = 0) {
    this.#bytes = bytes;
    this.#origin = origin;
    this.#at = at;
  }

  get position(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Goes on reading at a place. */
  seek(at: number): void {
    if (at > this.#bytes.length) this.fail();
    this.#at = at;
  }

  fail(): never {
    throw new DamagedBlockError(this.#origin);
  }

  /** Little-endian. */
  uint16(): number {
    const low = this.#bytes[this.#at++];
    const high = this.#bytes[this.#at++];
    if (low === undefined || high === undefined) this.fail();
    return low | (high << 8);
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) this.fail();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    return this.fail();
  }

  /** A varint that counts things of at least one byte each, so it cannot exceed what is left. */
  count(): number {
    const value = this.varint();
    if (value > this.#bytes.length - this.#at) this.fail();
    return value;
  }

  string(): string {
    const bytes = this.take(this.count());
    if (bytes.length < 32) {
      let text = "";
      let at = 0;
      for (; at < bytes.length && (bytes[at] as number) < 128; at++) {
        text += String.fromCharCode(bytes[at] as number);
      }
      if (at === bytes.length) return text;
    }
    try {
      return DECODER.decode(bytes);
    } catch (cause) {
      // Only malformed UTF-8 makes a fatal decoder throw.
      if (cause instanceof TypeError) this.fail();
      throw cause;
    }
  }

  take(count: number): Uint8Array {
    if (count > this.#bytes.length - this.#at) this.fail();
    const start = this.#at;
    this.#at += count;
    return this.#bytes.subarray(start, this.#at);
  }
}
