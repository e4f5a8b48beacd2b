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

/** Appends an entry to a page of `terms`, its term in UTF-8. */
export function writeTerm(
  writer: ByteWriter,
  term: ByteSpan,
  entry: Omit<TermEntry, "term">,
): void {
  writer.text(term);
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

/** Appends a term's forms to `forms`. */
export function writeForms(writer: ByteWriter, term: string, forms: readonly TermForm[]): void {
  for (const { form, id, passageCount } of forms) {
    const shared = sharedUnits(term, form);
    writer.varint(shared);
    writer.string(shared === form.length ? "" : form.slice(shared));
    writer.varint(id);
    writer.varint(passageCount);
  }
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

function sharedUnits(term: string, form: string): number {
  if (term === form) return term.length;
  let shared = 0;
  while (shared < term.length && term.charCodeAt(shared) === form.charCodeAt(shared)) shared++;
  return shared;
}
