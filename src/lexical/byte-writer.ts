import type { ByteSpan } from "./compare-bytes.ts";

const ENCODER = new TextEncoder();

/** Appends numbers and strings to growing bytes. Varints are LEB128, unsigned, below 2^53. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written; valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** What was written stands in its first `length` bytes; valid until the next write. */
  get buffer(): Uint8Array {
    return this.#bytes;
  }

  clear(): void {
    this.#length = 0;
  }

  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 0x0fffffff) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  uint16(value: number): void {
    this.#reserve(2);
    this.#bytes[this.#length++] = value & 255;
    this.#bytes[this.#length++] = value >>> 8;
  }

  uint32(value: number): void {
    this.uint16(value & 0xffff);
    this.uint16(value >>> 16);
  }

  /** UTF-8 with its byte length before it. */
  string(text: string): void {
    if (!isAscii(text)) {
      const encoded = ENCODER.encode(text);
      this.varint(encoded.length);
      this.bytes(encoded);
      return;
    }
    this.varint(text.length);
    this.#reserve(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length++] = text.charCodeAt(at);
  }

  /** UTF-8 of the UTF-16 units from `start` to `end`, with its byte length before it. */
  units(pool: Uint16Array, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if ((pool[at] as number) < 128) continue;
      this.string(String.fromCharCode(...pool.subarray(start, end)));
      return;
    }
    this.varint(end - start);
    this.#reserve(end - start);
    for (let at = start; at < end; at++) this.#bytes[this.#length++] = pool[at] as number;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Appends a stretch of bytes, most often a short one. */
  span({ bytes, end, start }: ByteSpan): void {
    this.#reserve(end - start);
    for (let at = start; at < end; at++) this.#bytes[this.#length++] = bytes[at] as number;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.view());
    this.#bytes = grown;
  }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
