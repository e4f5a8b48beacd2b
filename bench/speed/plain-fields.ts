import type { IndexDocument } from "../../src/model/index-document.ts";
import { readTerms, type TextTerms } from "../plugged-program.ts";

/** A passage's terms by field: title, headings above, own heading, body. */
export type PlainFields = readonly [
  title: TextTerms,
  path: TextTerms,
  heading: TextTerms,
  body: TextTerms,
];

/** Yields the terms of every passage as strings, field by field: slow, plain, and none of the index's own code. */
export function* readPlainFields(documents: Iterable<IndexDocument>): Generator<PlainFields> {
  for (const { title, passages } of documents) {
    const titleTerms = readTerms(title);
    for (const { headingPath, text } of passages) {
      // A passage without a word of its own, such as front matter, is not found by its page's title either.
      if (headingPath.length === 0 && text === "") {
        yield [NO_TERMS, NO_TERMS, NO_TERMS, NO_TERMS];
        continue;
      }
      const above = headingPath.slice(0, -1).filter((heading) => heading !== title);
      const own = headingPath.slice(-1);
      yield [titleTerms, joinTerms(above), joinTerms(own), readTerms(text)];
    }
  }
}

const NO_TERMS: TextTerms = { placed: [], overlaid: [] };

function joinTerms(headings: readonly string[]): TextTerms {
  const read = headings.map(readTerms);
  return {
    placed: read.flatMap((terms) => terms.placed),
    overlaid: read.flatMap((terms) => terms.overlaid),
  };
}
