import { BREAK, OVERLAY } from "../analysis/word-reader.ts";
import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";
import { FIELDS, isProse } from "./fields.ts";
import { MAX_FACTOR, readFieldEnds } from "./forward-words.ts";
import { integerIdf, type QueryPlan } from "./query-plan.ts";

/** How near two neighboring words of the question must stand. */
const NEAR_WORDS = 8;
/** A position from which no word is in reach. */
const NOWHERE = -1_000_000;
/** The stretch in which as much of the question as possible should stand. */
const WINDOW_WORDS = 20;

/**
 * What stage two sees of one passage. One pass over its words fills everything; the object is reused for the next
 * passage, so read it before.
 */
export class PassageFeatures {
  /** By field and term: occurrences of the term in any form. */
  readonly termCounts: Uint32Array;
  /** By field and form: occurrences as asked. */
  readonly formCounts: Uint32Array;
  /** By field: words that take a position. */
  readonly lengths: Uint32Array = new Uint32Array(FIELDS.length);
  /** By neighbor pair: occurrences of the first with the second near. */
  readonly nearCounts: Uint32Array;
  /** By adjacent pair: 1 when some field holds them side by side. */
  readonly adjacent: Uint8Array;
  /** Words of heading and body that are words of the question. */
  hits = 0;
  /** Largest sum of integer idf in any `WINDOW_WORDS`. */
  bestWindow = 0;

  readonly #fieldEnds: Uint32Array = new Uint32Array(FIELDS.length);
  readonly #plan: QueryPlan;
  readonly #idfs: Int32Array;
  readonly #adjacentOf: Int16Array;
  readonly #asFirst: readonly (readonly number[])[];
  readonly #asSecond: readonly (readonly number[])[];
  readonly #seconds: Uint8Array;
  /** By pair: positions of the first that wait for the second; at most `NEAR_WORDS` can still be in reach. */
  readonly #waiting: Int32Array;
  readonly #waitingCounts: Uint8Array;
  readonly #lastSeen: Int32Array;
  readonly #inWindow: Uint16Array;
  #before = 0;
  #next = 0;
  #positions: Int32Array = new Int32Array(256);
  #terms: Uint8Array = new Uint8Array(256);

  constructor(plan: QueryPlan) {
    this.#plan = plan;
    this.termCounts = new Uint32Array(FIELDS.length * plan.terms.length);
    this.formCounts = new Uint32Array(FIELDS.length * plan.forms.length);
    this.nearCounts = new Uint32Array(plan.neighbors.length);
    this.adjacent = new Uint8Array(plan.adjacents.length);
    this.#idfs = Int32Array.from(plan.terms, (term) => (term.isWhole ? 0 : integerIdf(term)));
    this.#adjacentOf = new Int16Array(plan.forms.length * plan.forms.length).fill(-1);
    plan.adjacents.forEach(({ first, second }, pair) => {
      this.#adjacentOf[first * plan.forms.length + second] = pair;
    });
    const [asFirst, asSecond]: [number[][], number[][]] = [[], []];
    for (let term = 0; term < plan.terms.length; term++) {
      asFirst.push([]);
      asSecond.push([]);
    }
    plan.neighbors.forEach(({ first, second }, pair) => {
      asFirst[first]?.push(pair);
      asSecond[second]?.push(pair);
    });
    this.#asFirst = asFirst;
    this.#asSecond = asSecond;
    this.#seconds = Uint8Array.from(plan.neighbors, ({ second }) => second);
    this.#waiting = new Int32Array(plan.neighbors.length * (NEAR_WORDS + 1));
    this.#waitingCounts = new Uint8Array(plan.neighbors.length);
    this.#lastSeen = new Int32Array(plan.terms.length);
    this.#inWindow = new Uint16Array(plan.terms.length);
  }

  /**
   * Reads one passage from its forward record. `slots` say what the question asks of the segment's form ids; an id beyond
   * them is damage.
   */
  read(
    bytes: Uint8Array,
    from: { readonly slots: Uint16Array; readonly origin: BlockOrigin },
  ): void {
    this.termCounts.fill(0);
    this.formCounts.fill(0);
    this.nearCounts.fill(0);
    this.adjacent.fill(0);
    this.hits = 0;
    let position = 0;
    let start = readFieldEnds(bytes, this.#fieldEnds, from.origin);
    for (let field = 0; field < FIELDS.length; field++) {
      const end = this.#fieldEnds[field] as number;
      const record = { bytes, slots: from.slots, start, end };
      const length = this.#readField(record, field, position);
      if (length < 0) throw new DamagedBlockError(from.origin);
      this.lengths[field] = length;
      if (isProse(field)) position += length;
      start = end;
    }
    this.#countNear();
    this.#findBestWindow();
  }

  /** Returns the field's words that take a position, or -1 for damage. Decodes as it reads: most words are nobody's. */
  #readField(
    record: { bytes: Uint8Array; slots: Uint16Array; start: number; end: number },
    field: number,
    startPosition: number,
  ): number {
    const { bytes, slots, end } = record;
    this.#before = 0;
    let position = startPosition;
    let isOverlay = false;
    let at = record.start;
    while (at < end) {
      let id = bytes[at++] as number;
      if (id > 127) {
        id = this.#readLongId(bytes, at);
        at = this.#next;
      }
      const slot = slots[id];
      if (slot === undefined) return -1;
      if (isOverlay) this.#readOverlay(slot & 255, field);
      else if (id === BREAK) this.#before = 0;
      else if (id !== OVERLAY) this.#readWord(slot, field, position++);
      isOverlay = id === OVERLAY && !isOverlay;
    }
    return position - startPosition;
  }

  /** The id whose second byte is at `at`; what follows is then at `#next`. A record cut short reads as zero. */
  #readLongId(bytes: Uint8Array, at: number): number {
    let id = (bytes[at - 1] as number) & 127;
    let next = at;
    let byte = 255;
    for (let factor = 128; byte > 127 && factor < MAX_FACTOR; factor *= 128) {
      byte = bytes[next++] ?? 0;
      id += (byte & 127) * factor;
    }
    this.#next = next;
    return id;
  }

  #readWord(slot: number, field: number, position: number): void {
    if (slot !== 0) {
      const form = slot >>> 8;
      if (form > 0) this.#readForm(form - 1, this.#before - 1, field);
      if ((slot & 255) > 0) {
        this.#readTerm((slot & 255) - 1, field, isProse(field) ? position : -1);
      }
    }
    this.#before = slot >>> 8;
  }

  #readOverlay(slot: number, field: number): void {
    if (slot > 0) this.#addTerm(slot - 1, field);
  }

  #readForm(form: number, before: number, field: number): void {
    const count = this.#plan.forms.length;
    const cell = field * count + form;
    this.formCounts[cell] = (this.formCounts[cell] as number) + 1;
    if (before < 0) return;
    const pair = this.#adjacentOf[before * count + form] as number;
    if (pair >= 0) this.adjacent[pair] = 1;
  }

  #addTerm(term: number, field: number): void {
    const cell = field * this.#plan.terms.length + term;
    this.termCounts[cell] = (this.termCounts[cell] as number) + 1;
  }

  #readTerm(term: number, field: number, position: number): void {
    this.#addTerm(term, field);
    if (position < 0) return;
    if (this.hits === this.#positions.length) this.#grow();
    this.#positions[this.hits] = position;
    this.#terms[this.hits++] = term;
  }

  #grow(): void {
    const positions = new Int32Array(this.hits * 2);
    positions.set(this.#positions);
    this.#positions = positions;
    const terms = new Uint8Array(this.hits * 2);
    terms.set(this.#terms);
    this.#terms = terms;
  }

  /** Each occurrence waits until its partner comes near or it is out of reach, so this is one pass. */
  #countNear(): void {
    if (this.nearCounts.length === 0) return;
    this.#lastSeen.fill(-1 - NEAR_WORDS);
    this.#waitingCounts.fill(0);
    this.#waiting.fill(NOWHERE);
    for (let hit = 0; hit < this.hits; hit++) {
      const term = this.#terms[hit] as number;
      const position = this.#positions[hit] as number;
      for (const pair of this.#asFirst[term] as readonly number[]) {
        const second = this.#seconds[pair] as number;
        const isNear = position - (this.#lastSeen[second] as number) <= NEAR_WORDS;
        if (isNear) this.nearCounts[pair] = (this.nearCounts[pair] as number) + 1;
        else this.#wait(pair, position);
      }
      for (const pair of this.#asSecond[term] as readonly number[]) this.#settle(pair, position);
      this.#lastSeen[term] = position;
    }
  }

  /** A ring: what it overwrites is out of reach, since positions only rise. */
  #wait(pair: number, position: number): void {
    const count = this.#waitingCounts[pair] as number;
    this.#waiting[pair * (NEAR_WORDS + 1) + (position % (NEAR_WORDS + 1))] = position;
    this.#waitingCounts[pair] = Math.min(count + 1, NEAR_WORDS + 1);
  }

  #settle(pair: number, position: number): void {
    if (this.#waitingCounts[pair] === 0) return;
    this.#waitingCounts[pair] = 0;
    const start = pair * (NEAR_WORDS + 1);
    for (let place = start; place <= start + NEAR_WORDS; place++) {
      const first = this.#waiting[place] as number;
      this.#waiting[place] = NOWHERE;
      if (position - first <= NEAR_WORDS) {
        this.nearCounts[pair] = (this.nearCounts[pair] as number) + 1;
      }
    }
  }

  #findBestWindow(): void {
    this.#inWindow.fill(0);
    let sum = 0;
    let best = 0;
    let oldest = 0;
    for (let hit = 0; hit < this.hits; hit++) {
      const position = this.#positions[hit] as number;
      for (; position - (this.#positions[oldest] as number) >= WINDOW_WORDS; oldest++) {
        const leaving = this.#terms[oldest] as number;
        const left = (this.#inWindow[leaving] as number) - 1;
        this.#inWindow[leaving] = left;
        if (left === 0) sum -= this.#idfs[leaving] as number;
      }
      const term = this.#terms[hit] as number;
      const count = (this.#inWindow[term] as number) + 1;
      this.#inWindow[term] = count;
      if (count === 1) sum += this.#idfs[term] as number;
      if (sum > best) best = sum;
    }
    this.bestWindow = best;
  }
}
