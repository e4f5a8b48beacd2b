import type { UnitPool } from "../analysis/sort-by-units.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import type { ByteSpan } from "./compare-bytes.ts";

/** A term of a segment: how many passages hold it, the dead included, and where its postings and forms are. */
export interface TermEntry {
  readonly term: string;
  readonly passageCount: number;
  readonly postingOffset: number;
  readonly postingBytes: number;
  readonly formOffset: number;
  readonly formBytes: number;
}

/** A form of a term: the word as written. */
export interface TermForm {
  readonly form: string;
  readonly id: number;
  /** Passages that hold it, the dead included; it only decides how forms are numbered. */
  readonly passageCount: number;
}

/** A term of a segment, with its number and forms. */
export interface FoundTerm extends TermEntry {
  readonly ordinal: number;
  readonly forms: readonly TermForm[];
}

/** Appends an entry to a page of `terms`; `term` begins with its byte length. */
export function writeTerm(
  writer: ByteWriter,
  term: ByteSpan,
  entry: Omit<TermEntry, "term">,
): void {
  writer.span(term);
  writer.varint(entry.passageCount);
  writer.varint(entry.postingOffset);
  writer.varint(entry.postingBytes);
  writer.varint(entry.formOffset);
  writer.varint(entry.formBytes);
}

/** Reads the entry at the reader's position. */
export function readTerm(reader: ByteReader): TermEntry {
  return {
    term: reader.string(),
    passageCount: reader.varint(),
    postingOffset: reader.varint(),
    postingBytes: reader.varint(),
    formOffset: reader.varint(),
    formBytes: reader.varint(),
  };
}

/** Appends to `forms` a form of the term spelled from `termStart` to `termEnd`; both are units of one pool. */
export function writeForm(
  writer: ByteWriter,
  { pool, starts }: UnitPool,
  form: {
    readonly spelling: number;
    readonly number: number;
    readonly id: number;
    readonly passageCount: number;
  },
): void {
  const termStart = starts[form.spelling] as number;
  const start = starts[form.number] as number;
  const end = starts[form.number + 1] as number;
  const limit = Math.min(end - start, (starts[form.spelling + 1] as number) - termStart);
  let shared = 0;
  while (shared < limit && pool[termStart + shared] === pool[start + shared]) shared++;
  writer.varint(shared);
  writer.units(pool, start + shared, end);
  writer.varint(form.id);
  writer.varint(form.passageCount);
}

/** Reads a term's forms; `reader` must end where they do. */
export function readForms(reader: ByteReader, term: string, formEnd: number): TermForm[] {
  const forms: TermForm[] = [];
  while (!reader.atEnd) {
    const form = term.slice(0, reader.varint()) + reader.string();
    const id = reader.varint();
    if (id >= formEnd) reader.fail();
    forms.push({ form, id, passageCount: reader.varint() });
  }
  return forms;
}
