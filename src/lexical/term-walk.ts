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
  /** Those behind the current term, by the terms they stand on, the smallest last. */
  readonly #waiting: LiveHolder[] = [];
  /** Those that stand on the current term, whether it lives there or not, in the order of the inputs. */
  readonly #standing: LiveHolder[] = [];
  /** Those that went on from the term before and have no place among the waiting yet. */
  readonly #moved: LiveHolder[];

  constructor(inputs: readonly MergeInput[], options: TermReading) {
    this.#inputs = inputs;
    this.#moved = inputs.map(({ segment }, input) => {
      return { input, cursor: new TermCursor(segment, options) };
    });
  }

  /** Goes on to the next term; `"load"` when `load` has to be awaited first. */
  next(): "term" | "load" | "end" {
    do {
      for (const holder of this.#standing) {
        holder.cursor.advance();
        this.#moved.push(holder);
      }
      this.#standing.length = 0;
      if (this.#moved.some(({ cursor }) => cursor.lacks !== "nothing")) return "load";
      for (const holder of this.#moved) if (!holder.cursor.atEnd) this.#insert(holder);
      this.#moved.length = 0;
      this.#takeSmallest();
      if (this.#standing.length === 0) return "end";
      this.#findHolders();
    } while (this.holders.length === 0);
    return "term";
  }

  async load(): Promise<void> {
    for (const { cursor } of this.#moved) if (cursor.lacks !== "nothing") await cursor.load();
  }

  #insert(holder: LiveHolder): void {
    const waiting = this.#waiting;
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(waiting[middle] as LiveHolder, holder)) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, holder);
  }

  #takeSmallest(): void {
    const first = this.#waiting.pop();
    if (first === undefined) return;
    this.#standing.push(first);
    for (;;) {
      const next = this.#waiting.at(-1);
      if (next === undefined || compareUtf8(next.cursor, first.cursor) !== 0) return;
      this.#standing.push(next);
      this.#waiting.pop();
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

/** True when a holder has its turn after another. */
function isBehind(holder: LiveHolder, other: LiveHolder): boolean {
  return (compareUtf8(holder.cursor, other.cursor) || holder.input - other.input) > 0;
}
