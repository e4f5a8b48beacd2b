import { formRange, pageRange } from "./find-terms.ts";
import type { OpenSegment } from "./open-segment.ts";
import { decodePostings, type Postings, postingRange } from "./postings.ts";
import type { FetchedFiles } from "./segment-files.ts";
import { type FoundTerm, readForms, type TermEntry } from "./term-entry.ts";
import { TermPage } from "./term-page.ts";

/** Postings of a page's terms are fetched together up to this size, else term by term. */
const MAX_PAGE_POSTINGS = 4 * 1024 * 1024;

/** Walks a segment's terms in ascending order, a page in memory at a time. */
export class TermCursor {
  readonly segment: OpenSegment;
  /** The term it stands on; `"end"` after the last. Call `advance` once before reading it. */
  current: FoundTerm | "end" = "end";
  readonly #withPostings: boolean;
  #page = -1;
  #entries: readonly FoundTerm[] = [];
  #place = 0;
  #postings: FetchedFiles | "apart" = "apart";

  constructor(segment: OpenSegment, options: { readonly withPostings: boolean }) {
    this.segment = segment;
    this.#withPostings = options.withPostings;
  }

  async advance(): Promise<void> {
    this.#place++;
    while (this.#place >= this.#entries.length) {
      if (this.#page + 1 >= this.segment.meta.termPages) {
        this.current = "end";
        return;
      }
      await this.#readPage(++this.#page);
    }
    this.current = this.#entries[this.#place] ?? "end";
  }

  /** The postings of the current term. */
  async postings(): Promise<Postings> {
    if (this.current === "end") throw new RangeError("The cursor stands on no term.");
    const range = postingRange(this.current);
    const { files, meta } = this.segment;
    const fetched = this.#postings === "apart" ? await files.fetch([range]) : this.#postings;
    return decodePostings(fetched.bytes(range), this.current.passageCount, {
      passageCount: meta.passageCount,
      origin: fetched.origin(range),
    });
  }

  async #readPage(number: number): Promise<void> {
    const { files, meta, pageOrdinals } = this.segment;
    const fetched = await files.fetch([pageRange(number)]);
    const page = new TermPage(fetched.block("terms", number), fetched.origin(pageRange(number)));
    const entries: TermEntry[] = [];
    for (let index = 0; index < page.count; index++) entries.push(page.entry(index));
    const forms = await files.fetch(entries.map(formRange));
    const first = pageOrdinals[number] as number;
    this.#entries = entries.map((entry, index) => ({
      ...entry,
      ordinal: first + index,
      forms: readForms(forms.reader(formRange(entry)), entry.term, meta.formEnd),
    }));
    this.#place = 0;
    const size = entries.reduce((sum, entry) => sum + entry.postingBytes, 0);
    const together = this.#withPostings && size <= MAX_PAGE_POSTINGS;
    this.#postings = together ? await files.fetch(entries.map(postingRange)) : "apart";
  }
}

/** The cursors that stand on the smallest term, and that term; none at the end. */
export function smallestTerm(cursors: readonly TermCursor[]): {
  readonly term: string;
  readonly holders: readonly TermCursor[];
} {
  let term = "";
  let holders: TermCursor[] = [];
  for (const cursor of cursors) {
    if (cursor.current === "end") continue;
    const here = cursor.current.term;
    if (holders.length === 0 || here < term) {
      term = here;
      holders = [cursor];
    } else if (here === term) holders.push(cursor);
  }
  return { term, holders };
}
