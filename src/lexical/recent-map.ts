/** Remembers what was decoded, up to a number of entries; then it starts over. */
export class RecentMap<Key, Value> {
  readonly #maxEntries: number;
  readonly #entries: Map<Key, Value> = new Map();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#entries.size >= this.#maxEntries) this.#entries.clear();
    this.#entries.set(key, value);
  }
}
