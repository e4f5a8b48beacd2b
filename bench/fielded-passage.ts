import type { IndexDocument } from "../src/model/index-document.ts";

/** A passage as FTS5 is given it: the same text and headings as the program indexes. */
export interface FieldedPassage {
  readonly title: string;
  readonly heading: string;
  readonly body: string;
}

/**
 * Yields the passages of index documents in order; the title is not repeated among the headings. A passage that the index
 * is given without words, such as front matter, has none here either, its page's title included.
 */
export function* toFieldedPassages(documents: Iterable<IndexDocument>): Generator<FieldedPassage> {
  for (const { title, passages } of documents) {
    for (const { headingPath, text } of passages) {
      const heading = headingPath.filter((part) => part !== "" && part !== title).join(" ");
      const isSilent = headingPath.length === 0 && text === "";
      yield { title: isSilent ? "" : title, heading, body: text };
    }
  }
}
