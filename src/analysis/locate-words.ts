import { termOf } from "./term-of.ts";
import { splitWords } from "./wide-words.ts";

/** UTF-16 range, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns where `text` holds any of `words` in some form, ascending and without overlap, for highlighting. */
export function locateWords(text: string, words: readonly string[]): readonly TextRange[] {
  const terms = new Set<string>();
  for (const word of words) {
    const found = splitWords(word);
    // A pair of CJK characters says more than its characters, a lone one must match by itself.
    for (const { form, kind } of found) if (kind !== "character") terms.add(termOf(form));
  }
  const ranges: TextRange[] = [];
  const known = new Map<string, boolean>();
  for (const { form, start, end } of splitWords(text)) {
    let matches = known.get(form);
    if (matches === undefined) {
      matches = terms.has(termOf(form));
      known.set(form, matches);
    }
    if (matches) ranges.push({ start, end });
  }
  return mergeRanges(ranges);
}

function mergeRanges(ranges: TextRange[]): readonly TextRange[] {
  ranges.sort((left, right) => left.start - right.start || left.end - right.end);
  const merged: TextRange[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.start < last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else merged.push(range);
  }
  return merged;
}
