import { FIRST_FORM } from "../analysis/form-table.ts";
import { termOf } from "../analysis/term-of.ts";
import { BREAK, OVERLAY } from "../analysis/word-reader.ts";
import { FIELDS } from "./fields.ts";
import { ForwardWords } from "./forward-words.ts";
import { fetchPassages } from "./passage-ranges.ts";
import type { SearchedSegment } from "./searched-segment.ts";
import type { FoundTerm } from "./term-entry.ts";

const BATCH = 1024;

/** One scanned passage; reused for the next. */
export interface ScannedPassage {
  readonly passage: number;
  /** By field and key: occurrences. */
  readonly counts: Uint32Array;
  /** By field: words that take a position. */
  readonly lengths: Uint32Array;
}

/** What a scan counts: forms as written, or terms in any form. */
export interface ScanKeys {
  readonly kind: "forms" | "terms";
  readonly keys: readonly string[];
}

/**
 * Visits every passage of a segment, dead ones too, that can hold one of the keys, in order, counting from the stored
 * words. Slow and plain: the study ranker and the reference formula use it, never the shipped ranker.
 */
export async function scanPassages(
  searched: SearchedSegment,
  { kind, keys }: ScanKeys,
  visit: (scanned: ScannedPassage) => void,
): Promise<void> {
  const { segment } = searched;
  // Keys of kind "terms" are stems already, and the stem of a stem is another word.
  const found = [...new Set(kind === "terms" ? keys : keys.map(termOf))]
    .map((term) => searched.found.get(term))
    .filter((entry) => entry !== undefined);
  const keyOfForm = mapForms(found, kind, keys);
  const words = new ForwardWords();
  const counts = new Uint32Array(FIELDS.length * keys.length);
  const lengths = new Uint32Array(FIELDS.length);
  const passages = await unionOf(searched, found);
  for (let from = 0; from < passages.length; from += BATCH) {
    const batch = passages.slice(from, from + BATCH);
    const { fetched, ranges } = await fetchPassages(segment, batch);
    ranges.forEach((range, index) => {
      words.decode(fetched.bytes(range), segment.meta.formEnd, fetched.origin(range));
      countKeys(words, keyOfForm, { counts, lengths, keyCount: keys.length });
      visit({ passage: batch[index] as number, counts, lengths });
    });
  }
}

function mapForms(
  found: readonly FoundTerm[],
  kind: ScanKeys["kind"],
  keys: readonly string[],
): ReadonlyMap<number, number> {
  const keyOfForm = new Map<number, number>();
  for (const { term, forms } of found) {
    for (const { form, id } of forms) {
      const key = kind === "forms" ? keys.indexOf(form) : keys.indexOf(term);
      if (key >= 0) keyOfForm.set(id, key);
    }
  }
  return keyOfForm;
}

async function unionOf(
  searched: SearchedSegment,
  found: readonly FoundTerm[],
): Promise<readonly number[]> {
  const union = new Uint8Array(searched.segment.meta.passageCount);
  for (const { passages } of await searched.loadPostings(found)) {
    for (const passage of passages) union[passage] = 1;
  }
  return [...union.keys()].filter((passage) => union[passage] === 1);
}

function countKeys(
  words: ForwardWords,
  keyOfForm: ReadonlyMap<number, number>,
  into: { counts: Uint32Array; lengths: Uint32Array; keyCount: number },
): void {
  into.counts.fill(0);
  into.lengths.fill(0);
  let at = 0;
  for (let field = 0; field < FIELDS.length; field++) {
    for (const end = words.fieldEnds[field] as number; at < end; at++) {
      let id = words.ids[at] as number;
      if (id === BREAK) continue;
      if (id === OVERLAY) id = words.ids[++at] as number;
      else into.lengths[field] = (into.lengths[field] as number) + 1;
      const key = id < FIRST_FORM ? undefined : keyOfForm.get(id);
      if (key === undefined) continue;
      const cell = field * into.keyCount + key;
      into.counts[cell] = (into.counts[cell] as number) + 1;
    }
  }
}
