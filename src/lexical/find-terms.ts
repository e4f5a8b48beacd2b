import type { OpenSegment } from "./open-segment.ts";
import type { FileRange } from "./segment-files.ts";
import { FILE_BLOCK_BYTES } from "./segment-format.ts";
import { type FoundTerm, readForms, type TermEntry } from "./term-entry.ts";
import { TermPage } from "./term-page.ts";

export type FoundTerms = ReadonlyMap<string, FoundTerm>;

/** Looks terms up, reading only the pages they can be on; those the segment does not hold are left out. */
export async function findTerms(
  segment: OpenSegment,
  terms: readonly string[],
): Promise<FoundTerms> {
  // What is remembered may be forgotten while this waits: take it first.
  const known = new Map(terms.map((term) => [term, segment.terms.get(term)]));
  const unknown = terms.filter((term) => known.get(term) === undefined);
  const read = await readTerms(segment, unknown);
  const found = new Map<string, FoundTerm>();
  for (const term of terms) {
    const entry = read.get(term) ?? known.get(term);
    if (entry !== undefined && entry !== "none") found.set(term, entry);
  }
  for (const term of unknown) segment.terms.set(term, read.get(term) ?? "none");
  return found;
}

async function readTerms(
  segment: OpenSegment,
  terms: readonly string[],
): Promise<ReadonlyMap<string, FoundTerm>> {
  const pages = terms.map((term) => pageOf(segment, term));
  const pageRanges = pages.filter((page) => page >= 0).map(pageRange);
  const fetchedPages = await segment.files.fetch(pageRanges);
  const entries: { readonly entry: TermEntry; readonly ordinal: number }[] = [];
  terms.forEach((term, index) => {
    const number = pages[index] as number;
    if (number < 0) return;
    const origin = fetchedPages.origin(pageRange(number));
    const page = new TermPage(fetchedPages.block("terms", number), origin, segment.meta);
    const place = page.find(term);
    if (place === "none") return;
    const ordinal = (segment.pageOrdinals[number] as number) + place;
    entries.push({ entry: page.entry(place), ordinal });
  });
  const fetchedForms = await segment.files.fetch(entries.map(({ entry }) => formRange(entry)));
  return new Map(
    entries.map(({ entry, ordinal }) => {
      const reader = fetchedForms.reader(formRange(entry));
      const forms = readForms(reader, entry.term, segment.meta.formEnd);
      return [entry.term, { ...entry, ordinal, forms }];
    }),
  );
}

/** Where a term's forms are. */
export function formRange(entry: TermEntry): FileRange {
  return { file: "forms", start: entry.formOffset, length: entry.formBytes };
}

/** The one block a page of terms is. */
export function pageRange(number: number): FileRange {
  return { file: "terms", start: number * FILE_BLOCK_BYTES.terms, length: 1 };
}

/** The page a term would be on, or -1 when it sorts before all. */
function pageOf(segment: OpenSegment, term: string): number {
  let low = 0;
  let high = segment.pageTerms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segment.pageTerms[middle] as string) <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
