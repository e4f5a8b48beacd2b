/** A passage of one segment and its stage-one sum. */
export interface RankedPassage {
  readonly passage: number;
  readonly sum: number;
}

/** Keeps the best passages of a segment: the higher sum first, of equal ones the earlier passage. */
export class TopPassages {
  readonly #limit: number;
  readonly #passages: number[] = [];
  readonly #sums: number[] = [];
  /** What a sum must reach to be worth offering. */
  threshold = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a passage in if it is among the best so far. */
  offer(passage: number, sum: number): void {
    if (this.#limit === 0) return;
    if (this.#passages.length < this.#limit) {
      this.#passages.push(passage);
      this.#sums.push(sum);
      this.#rise(this.#passages.length - 1);
    } else {
      if (!this.#isBetter(passage, sum, 0)) return;
      this.#passages[0] = passage;
      this.#sums[0] = sum;
      this.#sink();
    }
    if (this.#passages.length === this.#limit) this.threshold = this.#sums[0] as number;
  }

  /** The best, best first. */
  ranked(): readonly RankedPassage[] {
    return this.#passages
      .map((passage, place) => ({ passage, sum: this.#sums[place] as number }))
      .sort((left, right) => right.sum - left.sum || left.passage - right.passage);
  }

  /** The root of the heap is the worst kept. */
  #isBetter(passage: number, sum: number, place: number): boolean {
    const other = this.#sums[place] as number;
    return sum > other || (sum === other && passage < (this.#passages[place] as number));
  }

  #rise(start: number): void {
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      if (this.#isBetter(this.#passages[place] as number, this.#sums[place] as number, parent))
        return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #sink(): void {
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.#passages.length) return;
      const right = left + 1;
      const rightIsWorse =
        right < this.#passages.length &&
        this.#isBetter(this.#passages[left] as number, this.#sums[left] as number, right);
      const worst = rightIsWorse ? right : left;
      if (this.#isBetter(this.#passages[worst] as number, this.#sums[worst] as number, place))
        return;
      this.#swap(place, worst);
      place = worst;
    }
  }

  #swap(left: number, right: number): void {
    const [passage, sum] = [this.#passages[left] as number, this.#sums[left] as number];
    this.#passages[left] = this.#passages[right] as number;
    this.#sums[left] = this.#sums[right] as number;
    this.#passages[right] = passage;
    this.#sums[right] = sum;
  }
}
