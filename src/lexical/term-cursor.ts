import { ByteReader } from "./byte-reader.ts";
import { type BlockOrigin, DamagedBlockError } from "./damaged-block-error.ts";
import { formRange, pageRange } from "./find-terms.ts";
import type { OpenSegment } from "./open-segment.ts";
import { decodePostings, type Postings, postingRange } from "./postings.ts";
import type { FileRange, SegmentFiles } from "./segment-files.ts";
import { FILE_BLOCK_BYTES } from "./segment-format.ts";
import { type FoundTerm, readForms, type TermEntry, type TermForm } from "./term-entry.ts";
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
  #postings: Together | "apart" = "apart";

  constructor(segment: OpenSegment, options: { readonly withPostings: boolean }) {
    this.segment = segment;
    this.#withPostings = options.withPostings;
  }

  /** Goes on to the next term. Only a new page takes waiting for: then a promise is returned. */
  advance(): Promise<void> | "done" {
    this.#place++;
    const next = this.#entries[this.#place];
    if (next === undefined) return this.#nextPage();
    this.current = next;
    return "done";
  }

  /** The postings of the current term. Only long ones take waiting for: then a promise is returned. */
  postings(): Promise<Postings> | Postings {
    if (this.current === "end") throw new RangeError("The cursor stands on no term.");
    const { current } = this;
    const range = postingRange(current);
    const { files } = this.segment;
    if (this.#postings !== "apart") {
      return this.#decode(this.#postings.cut(range.start, range.length), current);
    }
    return files.fetch([range]).then((fetched) => this.#decode(fetched.bytes(range), current));
  }

  #decode(bytes: Uint8Array, current: FoundTerm): Postings {
    const { files, meta } = this.segment;
    const origin = originOf(files.segmentId, postingRange(current));
    const { passageCount } = meta;
    return decodePostings(bytes, current.passageCount, { passageCount, origin });
  }

  async #nextPage(): Promise<void> {
    this.#entries = [];
    while (this.#entries.length === 0) {
      if (this.#page + 1 >= this.segment.meta.termPages) {
        this.current = "end";
        return;
      }
      await this.#readPage(++this.#page);
    }
    this.#place = 0;
    this.current = this.#entries[0] ?? "end";
  }

  async #readPage(number: number): Promise<void> {
    const { files, meta, pageOrdinals } = this.segment;
    const fetched = await files.fetch([pageRange(number)]);
    const origin = fetched.origin(pageRange(number));
    const page = new TermPage(fetched.block("terms", number), origin, meta);
    const entries: TermEntry[] = [];
    for (let index = 0; index < page.count; index++) entries.push(page.entry(index));
    const forms = await fetchTogether(files, entries.map(formRange));
    const first = pageOrdinals[number] as number;
    this.#entries = entries.map((entry, index) => {
      const range = formRange(entry);
      const bytes = forms.cut(range.start, range.length);
      const reader = new ByteReader(bytes, originOf(files.segmentId, range));
      return toFound(entry, first + index, readForms(reader, entry.term, meta.formEnd));
    });
    const size = entries.reduce((sum, entry) => sum + entry.postingBytes, 0);
    const together = this.#withPostings && size <= MAX_PAGE_POSTINGS;
    this.#postings = together ? await fetchTogether(files, entries.map(postingRange)) : "apart";
  }
}

function toFound(entry: TermEntry, ordinal: number, forms: readonly TermForm[]): FoundTerm {
  const { term, passageCount, postingOffset, postingBytes, formOffset, formBytes } = entry;
  const where = { postingOffset, postingBytes, formOffset, formBytes };
  return { term, passageCount, ...where, ordinal, forms };
}

/** The bytes of ranges that follow each other in one file. */
interface Together {
  cut(start: number, length: number): Uint8Array;
}

async function fetchTogether(files: SegmentFiles, ranges: readonly FileRange[]): Promise<Together> {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return { cut: () => new Uint8Array(0) };
  const origin = originOf(files.segmentId, first);
  const length = last.start + last.length - first.start;
  // Offsets that jump are damage, and must not become an endless read.
  const sum = ranges.reduce((total, range) => total + range.length, 0);
  if (length !== sum) throw new DamagedBlockError(origin);
  const whole = { file: first.file, start: first.start, length };
  const bytes = (await files.fetch([whole])).bytes(whole);
  return {
    cut(start, count) {
      const from = start - first.start;
      if (from < 0 || from + count > bytes.length) throw new DamagedBlockError(origin);
      return bytes.subarray(from, from + count);
    },
  };
}

function originOf(segmentId: number, { file, start }: FileRange): BlockOrigin {
  return { segmentId, kind: file, number: Math.floor(start / FILE_BLOCK_BYTES[file]) };
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
