import { FIRST_FORM } from "../analysis/form-table.ts";
import type { SegmentBlock } from "../ports/passage-index.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { ByteSpan } from "./compare-bytes.ts";
import { type DocumentRecord, writeDocument } from "./document-record.ts";
import { encodeMeta, FILE_BLOCK_BYTES, type FileName } from "./segment-format.ts";
import { writeTerm } from "./term-entry.ts";

/** A term with all that is written about it, in bytes. */
export interface TermContent {
  /** As bytes that begin with their count: `ByteWriter.string`. */
  readonly term: ByteSpan;
  readonly passageCount: number;
  readonly forms: ByteWriter;
  readonly postings: ByteWriter;
}

/** Writes the files of one segment from its first document to its last term, block by block. */
export class SegmentWriter {
  readonly #ready: SegmentBlock[] = [];
  readonly #streams: Map<FileName, BlockStream> = new Map();
  readonly #scratch: ByteWriter = new ByteWriter();
  readonly #page: ByteWriter = new ByteWriter();
  #pageOffsets: number[] = [];
  #pages = 0;
  #documents = 0;
  #passages = 0;
  #terms = 0;
  #tokens = 0;

  /** Starts a document; its passages follow. */
  addDocument(document: DocumentRecord): void {
    this.#documents++;
    this.#tokens += document.tokenCount;
    this.#scratch.clear();
    this.#scratch.uint32(this.#passages);
    this.#scratch.uint32(this.#stream("documents").length);
    this.#scratch.uint32(document.proseCount);
    this.#append("document-index");
    writeDocument(this.#scratch, document);
    this.#append("documents");
  }

  /** Adds a passage of the document started last, as its encoded forward record. */
  addPassage(forward: Uint8Array): void {
    this.#passages++;
    this.#scratch.uint32(this.#stream("forward").length);
    this.#append("passages");
    this.#stream("forward").write(forward);
  }

  /** Adds a term; terms come in ascending order. */
  addTerm(content: TermContent): void {
    const postings = this.#stream("postings");
    const forms = this.#stream("forms");
    const { term, passageCount } = content;
    writeTerm(this.#scratch, term, {
      passageCount,
      postingOffset: postings.length,
      postingBytes: content.postings.length,
      formOffset: forms.length,
      formBytes: content.forms.length,
    });
    forms.write(content.forms.buffer, content.forms.length);
    postings.write(content.postings.buffer, content.postings.length);
    this.#addToPage(term);
    this.#terms++;
  }

  /** Writes what is left. `formTerms` holds the term number of each form id from `FIRST_FORM` on. */
  finish(formTerms: Uint32Array): void {
    this.#closePage();
    this.#scratch.uint32(this.#stream("forward").length);
    this.#append("passages");
    for (const ordinal of formTerms) {
      this.#scratch.uint32(ordinal);
      this.#append("form-terms");
    }
    const lengthOf = (file: FileName): number => this.#stream(file).length;
    const bytes = encodeMeta({
      documentCount: this.#documents,
      passageCount: this.#passages,
      termCount: this.#terms,
      termPages: this.#pages,
      formEnd: FIRST_FORM + formTerms.length,
      tokenCount: this.#tokens,
      documentBytes: lengthOf("documents"),
      forwardBytes: lengthOf("forward"),
      termIndexBytes: lengthOf("term-index"),
      formBytes: lengthOf("forms"),
      postingBytes: lengthOf("postings"),
    });
    for (const stream of this.#streams.values()) stream.close();
    this.#ready.push({ kind: "meta", number: 0, bytes });
  }

  /** Hands over the blocks completed since the last call. */
  drain(): readonly SegmentBlock[] {
    return this.#ready.splice(0);
  }

  get passageCount(): number {
    return this.#passages;
  }

  #stream(file: FileName): BlockStream {
    let stream = this.#streams.get(file);
    if (stream === undefined) {
      stream = new BlockStream(file, this.#ready);
      this.#streams.set(file, stream);
    }
    return stream;
  }

  #append(file: FileName): void {
    this.#stream(file).write(this.#scratch.buffer, this.#scratch.length);
    this.#scratch.clear();
  }

  #addToPage(term: ByteSpan): void {
    const size = 2 + 2 * (this.#pageOffsets.length + 1) + this.#page.length + this.#scratch.length;
    if (size > FILE_BLOCK_BYTES.terms) this.#closePage();
    if (this.#pageOffsets.length === 0) {
      const index = new ByteWriter(128);
      index.span(term);
      index.varint(this.#terms);
      this.#stream("term-index").write(index.buffer, index.length);
    }
    this.#pageOffsets.push(this.#page.length);
    this.#page.span({ bytes: this.#scratch.buffer, start: 0, end: this.#scratch.length });
    this.#scratch.clear();
  }

  #closePage(): void {
    if (this.#pageOffsets.length === 0) return;
    const head = new ByteWriter();
    const headBytes = 2 + 2 * this.#pageOffsets.length;
    head.uint16(this.#pageOffsets.length);
    for (const offset of this.#pageOffsets) head.uint16(headBytes + offset);
    head.bytes(this.#page.view());
    this.#ready.push({ kind: "terms", number: this.#pages++, bytes: head.view().slice() });
    this.#page.clear();
    this.#pageOffsets = [];
  }
}

/** One file as a stream of bytes cut into blocks of its size. */
class BlockStream {
  readonly #kind: FileName;
  readonly #ready: SegmentBlock[];
  readonly #size: number;
  #block: Uint8Array;
  #filled = 0;
  #number = 0;

  constructor(kind: FileName, ready: SegmentBlock[]) {
    this.#kind = kind;
    this.#ready = ready;
    this.#size = FILE_BLOCK_BYTES[kind];
    this.#block = new Uint8Array(this.#size);
  }

  get length(): number {
    return this.#number * this.#size + this.#filled;
  }

  write(bytes: Uint8Array, length = bytes.length): void {
    let from = 0;
    while (from < length) {
      const count = Math.min(length - from, this.#size - this.#filled);
      copyBytes(bytes, from, { to: this.#block, at: this.#filled, count });
      this.#filled += count;
      from += count;
      if (this.#filled === this.#size) this.close();
    }
  }

  close(): void {
    if (this.#filled === 0) return;
    const bytes = this.#filled === this.#size ? this.#block : this.#block.slice(0, this.#filled);
    this.#ready.push({ kind: this.#kind, number: this.#number++, bytes });
    this.#block = new Uint8Array(this.#size);
    this.#filled = 0;
  }
}

/** Below this a view to copy from costs more than copying. */
const MIN_VIEWED = 64;

function copyBytes(
  bytes: Uint8Array,
  from: number,
  { at, count, to }: { readonly to: Uint8Array; readonly at: number; readonly count: number },
): void {
  if (count >= MIN_VIEWED) to.set(bytes.subarray(from, from + count), at);
  else for (let step = 0; step < count; step++) to[at + step] = bytes[from + step] as number;
}
