interface CacheEntry<Value> {
  readonly value: Value;
  readonly bytes: number;
  used: boolean;
}

/**
 * Values bounded by their bytes. What was asked for since it was last considered gets a second chance; the oldest of the
 * rest goes. Keys are numbers, and a hit writes one flag: a lookup makes no string and moves nothing.
 */
export class ByteBoundedCache<Value> {
  readonly #maxBytes: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #entries: Map<number, CacheEntry<Value>> = new Map();
  #bytes = 0;

  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  get(key: number): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.used = true;
    return entry.value;
  }

  /** Keeps a value; one larger than the bound stays until the next comes. */
  set(key: number, value: Value): void {
    const known = this.#entries.get(key);
    if (known !== undefined) this.#remove(key, known);
    const bytes = this.#sizeOf(value);
    while (this.#bytes + bytes > this.#maxBytes && this.#entries.size > 0) this.#evictOne();
    this.#entries.set(key, { value, bytes, used: false });
    this.#bytes += bytes;
  }

  #evictOne(): void {
    for (const [key, entry] of this.#entries) {
      this.#remove(key, entry);
      if (!entry.used) return;
      entry.used = false;
      this.#entries.set(key, entry);
      this.#bytes += entry.bytes;
    }
  }

  #remove(key: number, entry: CacheEntry<Value>): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
