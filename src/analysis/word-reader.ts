import { FormTable, lowerAscii, MAX_FORM_UNITS, mixHash, startHash } from "./form-table.ts";
import {
  isCamelBoundary,
  MAX_JOINERS,
  MAX_SPLIT_UNITS,
  MAX_WHOLE_UNITS,
} from "./identifier-rules.ts";
import { isSeparator } from "./separators.ts";
import { splitWords } from "./wide-words.ts";

/** In a word sequence: the next id lies over the word before and takes no position. */
export const OVERLAY = 0;
/** In a word sequence: a border that no phrase crosses. */
export const BREAK = 1;

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const JOINER = 8;

const CLASSES: Uint8Array = new Uint8Array(128);
for (let code = 97; code <= 122; code++) CLASSES[code] = LOWER;
for (let code = 65; code <= 90; code++) CLASSES[code] = UPPER;
for (let code = 48; code <= 57; code++) CLASSES[code] = DIGIT;
for (const joiner of "_.:-/@") CLASSES[joiner.charCodeAt(0)] = JOINER;

function isWide(code: number): boolean {
  return code >= 128 && !isSeparator(code);
}

function isWordCode(code: number): boolean {
  return code < 128 ? (CLASSES[code] as number) % JOINER !== OTHER : !isSeparator(code);
}

/** Reads texts into sequences of form ids, the same words `splitWords` finds, without a string a word. */
export class WordReader {
  readonly forms: FormTable = new FormTable();
  /** Ids read so far, with `OVERLAY` and `BREAK` marks; `length` of them count. */
  ids: Uint32Array = new Uint32Array(4096);
  length = 0;
  /** Words that took a position since the caller last set it to 0. */
  positions = 0;

  /** Appends the words of `text`. */
  read(text: string): void {
    const end = text.length;
    let at = 0;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code >= 128) at = isSeparator(code) ? at + 1 : this.#readWide(text, at);
      else if ((CLASSES[code] as number) % JOINER === OTHER) at++;
      else at = this.#readAscii(text, at);
    }
  }

  /** Appends a border that no phrase crosses. */
  breakHere(): void {
    this.#push(BREAK);
  }

  #push(id: number): void {
    if (this.length === this.ids.length) {
      const grown = new Uint32Array(this.ids.length * 2);
      grown.set(this.ids);
      this.ids = grown;
    }
    this.ids[this.length++] = id;
  }

  #readAscii(text: string, start: number): number {
    let hash = startHash();
    let seen = 0;
    let at = start;
    let code = 0;
    for (; at < text.length; at++) {
      code = text.charCodeAt(at);
      const kind = code < 128 ? (CLASSES[code] as number) : OTHER;
      if (kind === OTHER || kind === JOINER) break;
      if (at > start || kind === LOWER) seen |= kind;
      hash = mixHash(hash, lowerAscii(code));
    }
    const plain = (seen & 3) !== 3 && at - start <= MAX_FORM_UNITS;
    const goesOn = at < text.length && (code >= 128 ? isWide(code) : CLASSES[code] === JOINER);
    if (goesOn || !plain) return this.#readIdentifier(text, start);
    this.#push(this.forms.internHashed(text, start, at, hash));
    this.positions++;
    return at;
  }

  /** One or more segments with joiners between; ASCII only, else the slow path takes it. */
  #readIdentifier(text: string, start: number): number {
    const end = identifierEnd(text, start);
    if (end < 0) return this.#readWide(text, start);
    let parts = 0;
    let from = start;
    while (from < end) {
      let to = from;
      while (to < end && CLASSES[text.charCodeAt(to)] !== JOINER) to++;
      parts += this.#pushCamelParts(text, from, to);
      from = to + 1;
    }
    if (parts > 1 && end - start <= MAX_WHOLE_UNITS) {
      this.#push(OVERLAY);
      this.#push(this.forms.internRange(text, start, end));
    }
    return end;
  }

  #pushCamelParts(text: string, start: number, end: number): number {
    if (start === end) return 0;
    let parts = 0;
    let from = start;
    const splits = end - start <= MAX_SPLIT_UNITS;
    for (let at = start + 1; at <= end; at++) {
      if (at < end && !(splits && isCamelBoundary(text, at, start, end))) continue;
      this.#push(this.forms.internRange(text, from, at));
      this.positions++;
      parts++;
      from = at;
    }
    return parts;
  }

  #readWide(text: string, start: number): number {
    let end = start;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code < 128 ? CLASSES[code] === OTHER : isSeparator(code)) break;
      end++;
    }
    for (const word of splitWords(text.slice(start, end))) {
      if (word.kind === "part") this.positions++;
      else this.#push(OVERLAY);
      this.#push(this.forms.intern(word.form));
    }
    return end;
  }
}

/** Where the identifier that starts at `start` ends, or -1 when it runs into text outside ASCII. */
function identifierEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) < 128 && isWordCode(text.charCodeAt(at))) at++;
    const end = at;
    while (at < text.length && CLASSES[text.charCodeAt(at)] === JOINER) at++;
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (isWide(code)) return -1;
    if (at === end || at - end > MAX_JOINERS || code >= 128 || !isWordCode(code)) return end;
  }
}
