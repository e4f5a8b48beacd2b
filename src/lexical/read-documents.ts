import type { WordReader } from "../analysis/word-reader.ts";
import type { IndexDocument, IndexPassage } from "../model/index-document.ts";

/** Part of the id sequence that all passages share, and how many words in it take a position. */
export interface FieldSpan {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** A passage as four spans, in the order of `FIELDS`. */
export type PassageSpans = readonly [FieldSpan, FieldSpan, FieldSpan, FieldSpan];

/** What is kept of a document once its words are read: the texts themselves can go. */
export interface ReadDocument {
  readonly document: Omit<IndexDocument, "passages">;
  readonly passages: readonly PassageSpans[];
}

/** Documents as numbers: `ids` of `reader` are table numbers, not yet a segment's form ids. */
export interface ReadCorpus {
  readonly reader: WordReader;
  readonly documents: readonly ReadDocument[];
}

/** Reads all words of one document; `reader` keeps them. */
export function readDocument(reader: WordReader, document: IndexDocument): ReadDocument {
  const { passages, ...rest } = document;
  const title = readSpan(reader, [document.title]);
  return {
    document: rest,
    passages: passages.map((passage) => readPassage(reader, title, { document, passage })),
  };
}

function readPassage(
  reader: WordReader,
  title: FieldSpan,
  { document, passage }: { readonly document: IndexDocument; readonly passage: IndexPassage },
): PassageSpans {
  // Front matter and a title alone have no words, the title's included: nothing finds them, and their bytes stay citable.
  if (passage.text === "" && passage.headingPath.length === 0) {
    const nothing: FieldSpan = { start: title.end, end: title.end, length: 0 };
    return [nothing, nothing, nothing, nothing];
  }
  const heading = readSpan(reader, passage.headingPath.slice(-1));
  return [title, readPath(reader, document, passage), heading, readSpan(reader, [passage.text])];
}

/** Headings above the passage's own. The one that is the title counts as title only; a border first says it is there. */
function readPath(reader: WordReader, document: IndexDocument, passage: IndexPassage): FieldSpan {
  const above = passage.headingPath.slice(0, -1);
  const others = above.filter((heading) => heading !== document.title);
  return readSpan(reader, others.length < above.length ? ["", ...others] : others);
}

function readSpan(reader: WordReader, texts: readonly string[]): FieldSpan {
  const start = reader.length;
  reader.positions = 0;
  texts.forEach((text, index) => {
    if (index > 0) reader.breakHere();
    reader.read(text);
  });
  // A title that stands alone in the path leaves nothing but its border.
  if (texts.length === 1 && texts[0] === "") reader.breakHere();
  return { start, end: reader.length, length: reader.positions };
}
