import { FIRST_FORM } from "../analysis/form-table.ts";
import { WordReader } from "../analysis/word-reader.ts";
import type { IndexDocument } from "../model/index-document.ts";
import type { SegmentDraft, SegmentImage } from "../ports/passage-index.ts";
import { ByteWriter } from "./byte-writer.ts";
import { type CorpusTerms, collectTerms } from "./collect-terms.ts";
import { compareDocuments } from "./document-record.ts";
import { type InvertedPassages, invertPassages } from "./invert-passages.ts";
import { writePosting } from "./postings.ts";
import {
  type FieldSpan,
  type PassageSpans,
  type ReadCorpus,
  type ReadDocument,
  readDocument,
} from "./read-documents.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { type TermForm, writeForms } from "./term-entry.ts";

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
  const inverted = invertPassages(corpus, terms.termOfForm, terms.terms.length);
  const formIds = numberForms(inverted.formCounts);
  const writer = new SegmentWriter();
  writeDocuments(writer, corpus, formIds);
  writeTerms(writer, { terms, inverted, formIds });
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
  const order = Array.from(counts.keys()).slice(FIRST_FORM);
  order.sort((left, right) => (counts[right] as number) - (counts[left] as number) || left - right);
  const ids = new Uint32Array(counts.length);
  // Marks stand for themselves.
  for (let mark = 0; mark < FIRST_FORM; mark++) ids[mark] = mark;
  order.forEach((form, index) => {
    ids[form] = FIRST_FORM + index;
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
  readonly terms: CorpusTerms;
  readonly inverted: InvertedPassages;
  readonly formIds: Uint32Array;
}

function writeTerms(writer: SegmentWriter, tables: TermTables): void {
  const { terms, inverted } = tables;
  const formsOfTerm = groupForms(tables);
  const postings = new ByteWriter(65_536);
  const term = new ByteWriter();
  const forms = new ByteWriter();
  terms.terms.forEach((text, ordinal) => {
    const start = inverted.starts[ordinal] as number;
    const end = inverted.starts[ordinal + 1] as number;
    postings.clear();
    let before = 0;
    for (let at = start; at < end; at++) {
      const passage = inverted.passages[at] as number;
      const count = inverted.counts[at] as number;
      writePosting(postings, passage - before, { count, impact: inverted.impacts[at] as number });
      before = passage;
    }
    term.clear();
    term.utf8(text);
    forms.clear();
    writeForms(forms, text, formsOfTerm[ordinal] ?? []);
    const span = { bytes: term.buffer, start: 0, end: term.length };
    writer.addTerm({ term: span, passageCount: end - start, forms, postings });
  });
}

function groupForms({ terms, inverted, formIds }: TermTables): readonly TermForm[][] {
  const groups: TermForm[][] = terms.terms.map(() => []);
  for (let id = FIRST_FORM; id < formIds.length; id++) {
    groups[terms.termOfForm[id] as number]?.push({
      form: terms.forms[id] as string,
      id: formIds[id] as number,
      passageCount: inverted.formCounts[id] as number,
    });
  }
  return groups;
}
