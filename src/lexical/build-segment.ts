import { FIRST_FORM, type FormTable } from "../analysis/form-table.ts";
import { WordReader } from "../analysis/word-reader.ts";
import type { IndexDocument } from "../model/index-document.ts";
import type { SegmentDraft, SegmentImage } from "../ports/passage-index.ts";
import { ByteWriter } from "./byte-writer.ts";
import { type CorpusTerms, collectTerms } from "./collect-terms.ts";
import { compareDocuments } from "./document-record.ts";
import { type InvertedPassages, invertPassages } from "./invert-passages.ts";
import { writePosting } from "./postings.ts";
import { rankByCount } from "./rank-by-count.ts";
import {
  type FieldSpan,
  type PassageSpans,
  type ReadCorpus,
  type ReadDocument,
  readDocument,
} from "./read-documents.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { writeForm } from "./term-entry.ts";

/** Analyzes documents into one segment, the same bytes whatever order they come in. */
export function buildSegment(documents: readonly IndexDocument[]): SegmentImage {
  const draft = startSegment();
  for (const document of documents.toSorted(compareDocuments)) draft.add(document);
  return draft.finish();
}

/** Starts a segment that documents are added to one by one; only their words are kept, as numbers. */
export function startSegment(): SegmentDraft {
  const reader = new WordReader();
  const documents: ReadDocument[] = [];
  let chars = 0;
  return {
    get chars() {
      return chars;
    },
    add(document) {
      documents.push(readDocument(reader, document));
      for (const { text } of document.passages) chars += text.length;
    },
    finish: () => writeSegment({ reader, documents: documents.toSorted(compareRead) }),
  };
}

function compareRead(left: ReadDocument, right: ReadDocument): number {
  return compareDocuments(left.document, right.document);
}

function writeSegment(corpus: ReadCorpus): SegmentImage {
  const terms = collectTerms(corpus.reader.forms);
  const inverted = invertPassages(corpus, terms.termOfForm, terms.spellings.length);
  const formIds = numberForms(inverted.formCounts);
  const writer = new SegmentWriter();
  writeDocuments(writer, corpus, formIds);
  writeTerms(writer, { table: corpus.reader.forms, terms, inverted, formIds });
  const formTerms = new Uint32Array(formIds.length - FIRST_FORM);
  for (let id = FIRST_FORM; id < formIds.length; id++) {
    formTerms[(formIds[id] as number) - FIRST_FORM] = terms.termOfForm[id] as number;
  }
  writer.finish(formTerms);
  const blocks = writer.drain();
  return { documentCount: corpus.documents.length, passageCount: writer.passageCount, blocks };
}

/** Gives the commonest form the smallest id, so that the forward file is mostly one byte a word. */
function numberForms(counts: Uint32Array): Uint32Array {
  const ids = new Uint32Array(counts.length);
  // Marks stand for themselves.
  for (let mark = 0; mark < FIRST_FORM; mark++) ids[mark] = mark;
  rankByCount(counts.subarray(FIRST_FORM)).forEach((place, rank) => {
    ids[FIRST_FORM + place] = FIRST_FORM + rank;
  });
  return ids;
}

function writeDocuments(writer: SegmentWriter, corpus: ReadCorpus, formIds: Uint32Array): void {
  const record = new ByteWriter(4096);
  const field = new ByteWriter(4096);
  for (const { document, passages } of corpus.documents) {
    const { artifact, version, source, path, kind, language } = document;
    const tokenCount = passages.reduce((sum, spans) => sum + lengthOf(spans), 0);
    const proseCount = passages.reduce(
      (sum, [, , head, body]) => sum + head.length + body.length,
      0,
    );
    const counts = { tokenCount, proseCount };
    writer.addDocument({ artifact, version, source, path, kind, language, ...counts });
    for (const spans of passages) {
      record.clear();
      field.clear();
      spans.forEach((span, index) => {
        const before = field.length;
        writeSpan(field, corpus.reader.ids, span, formIds);
        if (index < spans.length - 1) record.varint(field.length - before);
      });
      record.bytes(field.view());
      writer.addPassage(record.view());
    }
  }
}

function lengthOf(spans: PassageSpans): number {
  return spans.reduce((sum, span) => sum + span.length, 0);
}

function writeSpan(
  writer: ByteWriter,
  ids: Uint32Array,
  span: FieldSpan,
  formIds: Uint32Array,
): void {
  for (let at = span.start; at < span.end; at++) {
    writer.varint(formIds[ids[at] as number] as number);
  }
}

interface TermTables {
  readonly table: FormTable;
  readonly terms: CorpusTerms;
  readonly inverted: InvertedPassages;
  readonly formIds: Uint32Array;
}

function writeTerms(writer: SegmentWriter, tables: TermTables): void {
  const { inverted, terms } = tables;
  const postings = new ByteWriter(65_536);
  const term = new ByteWriter();
  const forms = new ByteWriter();
  terms.spellings.forEach((spelling, ordinal) => {
    const { pool, starts } = tables.table;
    term.clear();
    term.units(pool, starts[spelling] as number, starts[spelling + 1] as number);
    writePostings(postings, inverted, ordinal);
    writeForms(forms, tables, ordinal);
    writer.addTerm({
      term: { bytes: term.buffer, start: 0, end: term.length },
      passageCount: (inverted.starts[ordinal + 1] as number) - (inverted.starts[ordinal] as number),
      forms,
      postings,
    });
  });
}

function writePostings(writer: ByteWriter, inverted: InvertedPassages, term: number): void {
  writer.clear();
  const end = inverted.starts[term + 1] as number;
  let before = 0;
  for (let at = inverted.starts[term] as number; at < end; at++) {
    const passage = inverted.passages[at] as number;
    const count = inverted.counts[at] as number;
    writePosting(writer, passage - before, { count, impact: inverted.impacts[at] as number });
    before = passage;
  }
}

function writeForms(writer: ByteWriter, tables: TermTables, term: number): void {
  const { formIds, inverted, table, terms } = tables;
  writer.clear();
  const spelling = terms.spellings[term] as number;
  const end = terms.formStarts[term + 1] as number;
  for (let at = terms.formStarts[term] as number; at < end; at++) {
    const number = terms.forms[at] as number;
    const id = formIds[number] as number;
    const passageCount = inverted.formCounts[number] as number;
    writeForm(writer, table, { spelling, number, id, passageCount });
  }
}
