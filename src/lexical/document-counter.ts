import { documentOf, passageEnd } from "./open-segment.ts";
import { type Postings, type PostingTables, seekPassage, tablesOf } from "./postings.ts";
import type { SearchedSegment } from "./searched-segment.ts";

/** The question's terms in a whole document. */
export interface CountedDocument {
  /** By term: occurrences in headings and bodies. */
  readonly documentCounts: Float64Array;
  /** Words in headings and bodies. */
  readonly documentLength: number;
}

/** Counts a question's terms in passages and their documents, asked for in stored order. */
export class DocumentCounter {
  /** Of the passage counted last, by term: its impact and its occurrences in heading and body. */
  readonly impacts: Uint8Array;
  readonly counts: Uint8Array;
  readonly #searched: SearchedSegment;
  readonly #postings: readonly (Postings | "none")[];
  readonly #tables: readonly (PostingTables | "none")[];
  /** By term: where the document's postings go on after the passage before, and where they end. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #document = -1;
  #counted: CountedDocument = { documentCounts: new Float64Array(0), documentLength: 0 };

  constructor(from: {
    readonly searched: SearchedSegment;
    readonly postings: readonly (Postings | "none")[];
  }) {
    this.#searched = from.searched;
    this.#postings = from.postings;
    const { passageCount } = from.searched.segment.meta;
    this.#tables = from.postings.map((postings) =>
      postings === "none" ? "none" : tablesOf(postings, passageCount),
    );
    const terms = from.postings.length;
    this.impacts = new Uint8Array(terms);
    this.counts = new Uint8Array(terms);
    this.#starts = new Uint32Array(terms);
    this.#ends = new Uint32Array(terms);
  }

  /** Counts one passage and returns its document. */
  count(passage: number): CountedDocument {
    const document = documentOf(this.#searched.segment, passage);
    if (document !== this.#document) this.#countDocument(document);
    for (let term = 0; term < this.#postings.length; term++) {
      const tables = this.#tables[term] as PostingTables | "none";
      if (tables === "none") this.#seek(term, passage);
      else {
        this.impacts[term] = tables.impacts[passage] as number;
        this.counts[term] = tables.counts[passage] as number;
      }
    }
    return this.#counted;
  }

  #seek(term: number, passage: number): void {
    this.impacts[term] = 0;
    this.counts[term] = 0;
    const postings = this.#postings[term] as Postings | "none";
    if (postings === "none") return;
    const end = this.#ends[term] as number;
    let at = this.#starts[term] as number;
    while (at < end && (postings.passages[at] as number) < passage) at++;
    this.#starts[term] = at;
    if (at === end || postings.passages[at] !== passage) return;
    this.impacts[term] = postings.impacts[at] as number;
    this.counts[term] = postings.counts[at] as number;
  }

  #countDocument(document: number): void {
    const { segment } = this.#searched;
    this.#document = document;
    const first = segment.firstPassages[document] as number;
    const end = passageEnd(segment, document);
    const documentCounts = new Float64Array(this.#postings.length);
    for (let term = 0; term < this.#postings.length; term++) {
      const tables = this.#tables[term] as PostingTables | "none";
      documentCounts[term] =
        tables === "none"
          ? this.#sumOfList(term, first, end)
          : sumOfRange(tables.counts, first, end);
    }
    const documentLength = segment.proseCounts[document] as number;
    this.#counted = { documentCounts, documentLength };
  }

  #sumOfList(term: number, first: number, end: number): number {
    const postings = this.#postings[term] as Postings | "none";
    if (postings === "none") return 0;
    const { passages, counts } = postings;
    let at = seekPassage(passages, first, this.#ends[term]);
    this.#starts[term] = at;
    let sum = 0;
    for (; at < passages.length && (passages[at] as number) < end; at++) {
      sum += counts[at] as number;
    }
    this.#ends[term] = at;
    return sum;
  }
}

function sumOfRange(counts: Uint8Array, first: number, end: number): number {
  let sum = 0;
  for (let passage = first; passage < end; passage++) sum += counts[passage] as number;
  return sum;
}
