/** Forms longer than this many UTF-16 units are cut: what follows never told two words of a text apart. */
export const MAX_FORM_UNITS = 64;

/** Ids below this one are marks in a word sequence, never forms. */
export const FIRST_FORM = 2;

const HASH_SEED = 0x811c9dc5;

/** Returns the lowercase of an ASCII letter's code; other codes as they are. */
export function lowerAscii(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/** Begins a form's hash; feed it lowercase codes through `mixHash`. */
export function startHash(): number {
  return HASH_SEED;
}

/** Adds one lowercase code to a form's hash. */
export function mixHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/**
 * Gives every distinct form (a word as written, lowercase) a small number. An open-addressing table over character
 * codes: the same word met again costs no string, which is four-fold on the whole of indexing.
 */
export class FormTable {
  // Pairs of id and key: what tells most words apart lies in one cache line.
  #slots: Uint32Array = new Uint32Array(2048);
  #starts: Uint32Array = new Uint32Array(513);
  #pool: Uint16Array = new Uint16Array(4096);
  #next: number = FIRST_FORM;

  /** One past the largest id given. */
  get end(): number {
    return this.#next;
  }

  /** Returns the id of `text[start, end)`, ASCII, in lowercase; `hash` is over exactly those codes. */
  internHashed(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const key = (hash ^ (hash >>> 15)) >>> 0;
    let at = (2 * key) & mask;
    for (;;) {
      const id = this.#slots[at] as number;
      if (id === 0) return this.#add(text, start, end, { key, at });
      if (this.#slots[at + 1] === key && this.#equals(id, text, start, end)) return id;
      at = (at + 2) & mask;
    }
  }

  /** Returns the id of an ASCII range, lowercased and cut to `MAX_FORM_UNITS`. */
  internRange(text: string, start: number, end: number): number {
    const stop = Math.min(end, start + MAX_FORM_UNITS);
    let hash = startHash();
    for (let at = start; at < stop; at++) hash = mixHash(hash, lowerAscii(text.charCodeAt(at)));
    return this.internHashed(text, start, stop, hash);
  }

  /** Returns the id of a form that is lowercase already. */
  intern(form: string): number {
    return this.internRange(form, 0, form.length);
  }

  /** Where form `n` stands: in `pool` from `starts[n]` to `starts[n + 1]`; valid until the next form is added. */
  get pool(): Uint16Array {
    return this.#pool;
  }

  get starts(): Uint32Array {
    return this.#starts;
  }

  /** True when a form is made of a to z alone. */
  isLetters(id: number): boolean {
    const end = this.#starts[id + 1] as number;
    for (let at = this.#starts[id] as number; at < end; at++) {
      const unit = this.#pool[at] as number;
      if (unit < 97 || unit > 122) return false;
    }
    return true;
  }

  /** The form behind an id. */
  form(id: number): string {
    const end = this.#starts[id + 1] as number;
    let form = "";
    for (let at = this.#starts[id] as number; at < end; at++) {
      form += String.fromCharCode(this.#pool[at] as number);
    }
    return form;
  }

  #equals(id: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[id] as number;
    if ((this.#starts[id + 1] as number) - from !== end - start) return false;
    for (let at = start, to = from; at < end; at++, to++) {
      if (this.#pool[to] !== lowerAscii(text.charCodeAt(at))) return false;
    }
    return true;
  }

  #add(text: string, start: number, end: number, slot: { key: number; at: number }): number {
    const id = this.#next++;
    const from = this.#starts[id] as number;
    this.#reserve(id, from + end - start);
    for (let at = start, to = from; at < end; at++, to++) {
      this.#pool[to] = lowerAscii(text.charCodeAt(at));
    }
    this.#starts[id + 1] = from + end - start;
    this.#slots[slot.at] = id;
    this.#slots[slot.at + 1] = slot.key;
    if (this.#next * 4 > this.#slots.length) this.#rehash();
    return id;
  }

  #reserve(id: number, poolEnd: number): void {
    if (id + 2 > this.#starts.length) {
      this.#starts = grown(this.#starts, new Uint32Array(this.#starts.length * 2));
    }
    if (poolEnd > this.#pool.length) {
      this.#pool = grown(this.#pool, new Uint16Array(this.#pool.length * 2));
    }
  }

  #rehash(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      const id = old[from] as number;
      if (id === 0) continue;
      const key = old[from + 1] as number;
      let at = (2 * key) & mask;
      while (slots[at] !== 0) at = (at + 2) & mask;
      slots[at] = id;
      slots[at + 1] = key;
    }
    this.#slots = slots;
  }
}

function grown<T extends Uint32Array | Uint16Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
