import { compareUtf8 } from "./compare-bytes.ts";
import { deadHolding } from "./liveness.ts";
import type { MergeInput } from "./merge-input.ts";
import { TermCursor, type TermReading } from "./term-cursor.ts";

/** A term's cursor in one input, where live passages hold it. */
export interface LiveHolder {
  readonly input: number;
  readonly cursor: TermCursor;
}

/**
 * Visits every term that a live passage holds, ascending; both passes of a merge see the same ones. Waiting is for pages alone:
 * a promise a term would take longer than merging most of them.
 */
export class TermWalk {
  /** Where the current term lives, in the order of the inputs. */
  readonly holders: LiveHolder[] = [];
  readonly #inputs: readonly MergeInput[];
  readonly #all: readonly LiveHolder[];
  /** Those that stand on the current term, whether it lives there or not. */
  readonly #standing: LiveHolder[] = [];

  constructor(inputs: readonly MergeInput[], options: TermReading) {
    this.#inputs = inputs;
    this.#all = inputs.map(({ segment }, input) => {
      return { input, cursor: new TermCursor(segment, options) };
    });
  }

  /** Goes on to the next term; `"load"` when `load` has to be awaited first. */
  next(): "term" | "load" | "end" {
    do {
      for (const { cursor } of this.#standing) cursor.advance();
      this.#standing.length = 0;
      for (const { cursor } of this.#all) if (cursor.lacks !== "nothing") return "load";
      this.#findSmallest();
      if (this.#standing.length === 0) return "end";
      this.#findHolders();
    } while (this.holders.length === 0);
    return "term";
  }

  async load(): Promise<void> {
    for (const { cursor } of this.#all) if (cursor.lacks !== "nothing") await cursor.load();
  }

  #findSmallest(): void {
    const standing = this.#standing;
    for (const holder of this.#all) {
      const { cursor } = holder;
      if (cursor.atEnd) continue;
      const [first] = standing;
      const order = first === undefined ? 0 : compareUtf8(cursor, first.cursor);
      if (order < 0) standing.length = 0;
      if (order <= 0) standing.push(holder);
    }
  }

  #findHolders(): void {
    this.holders.length = 0;
    for (const holder of this.#standing) {
      const { cursor, input } = holder;
      const { liveness } = this.#inputs[input] as MergeInput;
      const dead = liveness.terms.length === 0 ? 0 : deadHolding(liveness, cursor.ordinal);
      if (cursor.passageCount > dead) this.holders.push(holder);
    }
  }
}
