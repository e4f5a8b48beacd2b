import type { ByteSpan } from "./compare-bytes.ts";
import type { BlockOrigin } from "./damaged-block-error.ts";
import { pageRange } from "./find-terms.ts";
import { FormList } from "./form-list.ts";
import type { OpenSegment } from "./open-segment.ts";
import { PageEntries } from "./page-entries.ts";
import { FILE_BLOCK_BYTES, type FileName } from "./segment-format.ts";

const MAX_PAGE_POSTINGS = 512 * 1024;

const NOTHING = new Uint8Array(0);

/** What of each term is read. */
export interface TermReading {
  readonly withPostings: boolean;
  /** Postings of a page larger than this are read term by term. */
  readonly maxTogetherBytes?: number;
}

/** Walks a segment's terms in ascending order, a page in memory at a time, and reads what it stands on where it lies. */
export class TermCursor implements ByteSpan {
  readonly segment: OpenSegment;
  /** What has to be loaded before anything else can be asked; a new cursor lacks its first page. */
  lacks: "nothing" | "page" | "postings" = "page";
  atEnd = false;
  /** The term it stands on: its number, and its bytes from `start` to `end`. */
  ordinal = -1;
  bytes: Uint8Array = NOTHING;
  start = 0;
  end = 0;
  readonly forms: FormList = new FormList();
  /** Postings of the term stand in here from `postingStart` to `postingEnd`. */
  postings: Uint8Array = NOTHING;
  readonly #withPostings: boolean;
  readonly #maxTogether: number;
  readonly #entries: PageEntries = new PageEntries();
  #page = -1;
  #place = 0;
  #formBase = 0;
  #postingBase = 0;
  #isApart = false;

  constructor(segment: OpenSegment, options: TermReading) {
    this.segment = segment;
    this.#withPostings = options.withPostings;
    this.#maxTogether = options.maxTogetherBytes ?? MAX_PAGE_POSTINGS;
  }

  /** Goes on to the next term. */
  advance(): void {
    this.#place++;
    this.#stand();
  }

  /** The term with its byte length before it. */
  get written(): ByteSpan {
    const start = this.#entries.entryStarts[this.#place] as number;
    return { bytes: this.bytes, start, end: this.end };
  }

  get passageCount(): number {
    return this.#entries.passageCounts[this.#place] as number;
  }

  get postingStart(): number {
    return (this.#entries.postingStarts[this.#place] as number) - this.#postingBase;
  }

  get postingEnd(): number {
    return (this.#entries.postingEnds[this.#place] as number) - this.#postingBase;
  }

  /** Where the postings of the term come from, for naming damage. */
  get postingOrigin(): BlockOrigin {
    return this.#origin("postings", this.#entries.postingStarts[this.#place] as number);
  }

  /** Decodes the forms of the term into `forms`. */
  decodeForms(): void {
    const start = (this.#entries.formStarts[this.#place] as number) - this.#formBase;
    const end = (this.#entries.formEnds[this.#place] as number) - this.#formBase;
    this.forms.decode(start, end, this.segment.meta.formEnd);
  }

  /** Loads what it lacks. */
  async load(): Promise<void> {
    if (this.lacks === "page") await this.#loadPage();
    if (this.#isApart) await this.#loadPostings(this.#place, this.#place + 1);
    this.lacks = "nothing";
  }

  async #loadPage(): Promise<void> {
    do {
      if (this.#page + 1 >= this.segment.meta.termPages) {
        this.atEnd = true;
        this.#isApart = false;
        return;
      }
      this.#page++;
      const { files, meta } = this.segment;
      const fetched = await files.fetch([pageRange(this.#page)]);
      const origin = fetched.origin(pageRange(this.#page));
      this.#entries.decode(fetched.block("terms", this.#page), origin, meta);
    } while (this.#entries.count === 0);
    const { count, formEnds, formStarts, postingEnds, postingStarts } = this.#entries;
    this.#formBase = formStarts[0] as number;
    const formRange = { start: this.#formBase, end: formEnds[count - 1] as number };
    this.forms.readFrom(
      await this.#read("forms", formRange),
      this.#origin("forms", formRange.start),
    );
    const size = (postingEnds[count - 1] as number) - (postingStarts[0] as number);
    this.#isApart = this.#withPostings && size > this.#maxTogether;
    if (this.#withPostings && !this.#isApart) await this.#loadPostings(0, count);
    this.#place = 0;
    this.#stand();
  }

  async #loadPostings(from: number, to: number): Promise<void> {
    const start = this.#entries.postingStarts[from] as number;
    const end = this.#entries.postingEnds[to - 1] as number;
    this.postings = await this.#read("postings", { start, end });
    this.#postingBase = start;
  }

  async #read(
    file: FileName,
    { start, end }: { readonly start: number; readonly end: number },
  ): Promise<Uint8Array> {
    const range = { file, start, length: end - start };
    return (await this.segment.files.fetch([range])).bytes(range);
  }

  #stand(): void {
    const { bytes, count, termEnds, termStarts } = this.#entries;
    if (this.#place >= count) {
      this.lacks = "page";
      return;
    }
    this.ordinal = (this.segment.pageOrdinals[this.#page] as number) + this.#place;
    this.bytes = bytes;
    this.start = termStarts[this.#place] as number;
    this.end = termEnds[this.#place] as number;
    if (this.#isApart) this.lacks = "postings";
  }

  #origin(kind: FileName, start: number): BlockOrigin {
    const number = Math.floor(start / FILE_BLOCK_BYTES[kind]);
    return { segmentId: this.segment.files.segmentId, kind, number };
  }
}
