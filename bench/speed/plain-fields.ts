import type { IndexDocument } from "../../src/ports/passage-index.ts";
import { readTerms } from "../plugged-program.ts";

/** A passage's terms by field: title, headings above, own heading, body. */
export type PlainFields = readonly [
  title: readonly string[],
  path: readonly string[],
  heading: readonly string[],
  body: readonly string[],
];

/** Yields the terms of every passage as strings, field by field: slow, plain, and none of the index's own code. */
export function* readPlainFields(documents: Iterable<IndexDocument>): Generator<PlainFields> {
  for (const { title, passages } of documents) {
    const titleTerms = readTerms(title);
    for (const { headingPath, text } of passages) {
      const above = headingPath.slice(0, -1).filter((heading) => heading !== title);
      yield [
        titleTerms,
        above.flatMap(readTerms),
        headingPath.slice(-1).flatMap(readTerms),
        readTerms(text),
      ];
    }
  }
}
