/** Least recently used values, bounded by their bytes. Keys are numbers so that a lookup makes no string. */
export class ByteBoundedCache<Value> {
  readonly #maxBytes: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #entries: Map<number, Value> = new Map();
  #bytes = 0;

  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  get(key: number): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: number, value: Value): void {
    const known = this.#entries.get(key);
    if (known !== undefined) this.#bytes -= this.#sizeOf(known);
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#bytes += this.#sizeOf(value);
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || oldest === key) break;
      this.#entries.delete(oldest);
      this.#bytes -= this.#sizeOf(old);
    }
  }
}
