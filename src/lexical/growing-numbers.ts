/** A list of numbers below 2^32 that takes four bytes each. */
export class GrowingNumbers {
  #numbers: Uint32Array = new Uint32Array(1024);
  #length = 0;

  /** Appends a number and returns its place. */
  push(number: number): number {
    if (this.#length === this.#numbers.length) {
      const grown = new Uint32Array(2 * this.#length);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length] = number;
    return this.#length++;
  }

  /** Adds to the number at a place. */
  add(place: number, more: number): void {
    this.#numbers[place] = (this.#numbers[place] as number) + more;
  }

  /** All numbers; valid until the next one is appended. */
  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
