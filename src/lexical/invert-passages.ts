import { FIRST_FORM } from "../analysis/form-table.ts";
import { fieldGain, fieldNorm, impactOf, isProse } from "./fields.ts";
import type { FieldSpan, ReadCorpus } from "./read-documents.ts";

/** Postings of all terms, term after term: `starts[t]` to `starts[t + 1]`, passages ascending. */
export interface InvertedPassages {
  readonly starts: Uint32Array;
  readonly passages: Uint32Array;
  readonly impacts: Uint8Array;
  /** Occurrences in heading and body, 255 at most. */
  readonly counts: Uint8Array;
  /** Passages that hold each form, by table number. */
  readonly formCounts: Uint32Array;
}

/** Turns passages of forms into postings of terms with one integer impact each. */
export function invertPassages(
  corpus: ReadCorpus,
  termOfForm: Uint32Array,
  termCount: number,
): InvertedPassages {
  const inverter = new Inverter(corpus, termOfForm, termCount);
  for (const { passages } of corpus.documents) {
    for (const spans of passages) inverter.addPassage(spans);
  }
  return inverter.finish();
}

class Inverter {
  readonly #ids: Uint32Array;
  readonly #termOfForm: Uint32Array;
  readonly #termCount: number;
  // A stamp says for whom a cell was last written, so that nothing is cleared between passages.
  readonly #formStamps: Uint32Array;
  readonly #termStamps: Uint32Array;
  readonly #fieldStamps: Uint32Array;
  readonly #frequencies: Uint32Array;
  readonly #gains: Float64Array;
  readonly #prose: Uint32Array;
  readonly #formCounts: Uint32Array;
  readonly #counts: Uint32Array;
  #inField: Uint32Array = new Uint32Array(1024);
  #inPassage: Uint32Array = new Uint32Array(1024);
  #inPassageCount = 0;
  // A pair for each word is the most there can be: growing step by step would leave twice that behind as garbage.
  readonly #pairTerms: Uint32Array;
  readonly #pairImpacts: Uint8Array;
  readonly #pairCounts: Uint8Array;
  #pairs = 0;
  readonly #passageEnds: number[] = [];
  #fields = 0;

  constructor(corpus: ReadCorpus, termOfForm: Uint32Array, termCount: number) {
    this.#ids = corpus.reader.ids;
    this.#pairTerms = new Uint32Array(wordCount(corpus));
    this.#pairImpacts = new Uint8Array(this.#pairTerms.length);
    this.#pairCounts = new Uint8Array(this.#pairTerms.length);
    this.#termOfForm = termOfForm;
    this.#termCount = termCount;
    this.#formStamps = new Uint32Array(termOfForm.length);
    this.#formCounts = new Uint32Array(termOfForm.length);
    this.#termStamps = new Uint32Array(termCount);
    this.#fieldStamps = new Uint32Array(termCount);
    this.#frequencies = new Uint32Array(termCount);
    this.#gains = new Float64Array(termCount);
    this.#prose = new Uint32Array(termCount);
    this.#counts = new Uint32Array(termCount);
  }

  addPassage(spans: readonly FieldSpan[]): void {
    this.#inPassageCount = 0;
    spans.forEach((span, field) => {
      if (span.end > span.start) this.#addField(field, span);
    });
    for (let index = 0; index < this.#inPassageCount; index++) {
      const term = this.#inPassage[index] as number;
      this.#pairTerms[this.#pairs] = term;
      this.#pairCounts[this.#pairs] = Math.min(255, this.#prose[term] as number);
      this.#pairImpacts[this.#pairs++] = impactOf(this.#gains[term] as number);
      this.#counts[term] = (this.#counts[term] as number) + 1;
    }
    this.#passageEnds.push(this.#pairs);
  }

  #addField(field: number, span: FieldSpan): void {
    this.#fields++;
    const passageStamp = this.#passageEnds.length + 1;
    if (span.end - span.start > this.#inField.length) {
      this.#inField = new Uint32Array(2 * (span.end - span.start));
    }
    let count = 0;
    for (let at = span.start; at < span.end; at++) {
      const id = this.#ids[at] as number;
      if (id < FIRST_FORM) continue;
      if (this.#formStamps[id] !== passageStamp) {
        this.#formStamps[id] = passageStamp;
        this.#formCounts[id] = (this.#formCounts[id] as number) + 1;
      }
      const term = this.#termOfForm[id] as number;
      if (this.#fieldStamps[term] === this.#fields) {
        this.#frequencies[term] = (this.#frequencies[term] as number) + 1;
      } else {
        this.#fieldStamps[term] = this.#fields;
        this.#frequencies[term] = 1;
        this.#inField[count++] = term;
      }
    }
    this.#addGains(field, span.length, count);
  }

  #addGains(field: number, length: number, count: number): void {
    const passageStamp = this.#passageEnds.length + 1;
    const norm = fieldNorm(field, length);
    if (this.#inPassageCount + count > this.#inPassage.length) {
      const grown = new Uint32Array(2 * (this.#inPassageCount + count));
      grown.set(this.#inPassage);
      this.#inPassage = grown;
    }
    for (let index = 0; index < count; index++) {
      const term = this.#inField[index] as number;
      const frequency = this.#frequencies[term] as number;
      const gain = fieldGain(field, frequency, norm);
      const prose = isProse(field) ? frequency : 0;
      if (this.#termStamps[term] === passageStamp) {
        this.#gains[term] = (this.#gains[term] as number) + gain;
        this.#prose[term] = (this.#prose[term] as number) + prose;
      } else {
        this.#termStamps[term] = passageStamp;
        this.#gains[term] = gain;
        this.#prose[term] = prose;
        this.#inPassage[this.#inPassageCount++] = term;
      }
    }
  }

  finish(): InvertedPassages {
    const starts = new Uint32Array(this.#termCount + 1);
    for (let term = 0; term < this.#termCount; term++) {
      starts[term + 1] = (starts[term] as number) + (this.#counts[term] as number);
    }
    const next = starts.slice();
    const passages = new Uint32Array(this.#pairs);
    const impacts = new Uint8Array(this.#pairs);
    const counts = new Uint8Array(this.#pairs);
    let pair = 0;
    this.#passageEnds.forEach((end, passage) => {
      for (; pair < end; pair++) {
        const term = this.#pairTerms[pair] as number;
        const at = next[term] as number;
        next[term] = at + 1;
        passages[at] = passage;
        impacts[at] = this.#pairImpacts[pair] as number;
        counts[at] = this.#pairCounts[pair] as number;
      }
    });
    return { starts, passages, impacts, counts, formCounts: this.#formCounts };
  }
}

/** Words of all passages; a title counts in each of them. */
function wordCount(corpus: ReadCorpus): number {
  let count = 0;
  for (const { passages } of corpus.documents) {
    for (const spans of passages) for (const span of spans) count += span.end - span.start;
  }
  return count;
}
