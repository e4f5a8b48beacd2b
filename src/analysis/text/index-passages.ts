import type { IndexPassage } from "../../model/index-document.ts";
import type { Span } from "./pack-sections.ts";
import type { TextSplit } from "./split-text.ts";

/**
 * Returns what the index sees of each passage, in the order of the spans: nothing of metadata, nothing of a title that only
 * a subsection follows. `byteLength` is that of the whole version.
 */
export function indexPassagesOf(
  spans: readonly Span[],
  split: TextSplit,
  byteLength: number,
): readonly IndexPassage[] {
  const passages: IndexPassage[] = spans.map((span, index) =>
    span.kind === "metadata" || isTitleAlone(span, spans[index + 1])
      ? { headingPath: [], text: "" }
      : { headingPath: span.path, text: split.wordsOf(span.start, span.end) },
  );
  // A file of a byte order mark alone has one passage, and the index one without words beside it.
  if (spans.length === 0 && byteLength > 0) passages.push({ headingPath: [], text: "" });
  return passages;
}

/**
 * A page's title with only a subsection below it: its words are in every passage's title field already, and found by
 * itself it would outrank the text below it without saying anything.
 */
function isTitleAlone(span: Span, next: Span | undefined): boolean {
  if (next === undefined || !span.isBareTitle) return false;
  return next.path[0] === span.path[0] && next.path.length > 1;
}
