/** A sentence within a text. Offsets are UTF-16, end exclusive. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Range = Pick<Sentence, "end" | "start">;

let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into its sentences by Unicode's rules, in any script; together they are the whole text. No sentence ends inside a
 * code span or at the end of a line. A citation in brackets behind a full stop belongs to the sentence that it ends.
 */
export function splitSentences(text: string, citations: readonly Range[]): readonly Sentence[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" });
  const masked = maskCitations(maskSpans(text), citations).replaceAll("\n", " ");
  return Array.from(segmenter.segment(masked), ({ index, segment }) => {
    const end = index + segment.length;
    return { start: index, end, text: text.slice(index, end) };
  });
}

/** Inside a code span a full stop ends nothing. */
function maskSpans(text: string): string {
  return text.replace(/`[^`]*`/g, (span) => "x".repeat(span.length));
}

/** Between the end of a sentence and its citation there are other citations at most. */
const MAX_LOOK_BACK = 100;

/** A citation becomes a space of its own length where a sentence ended before it and another one, or none, begins behind it. */
function maskCitations(text: string, citations: readonly Range[]): string {
  let masked = text;
  for (const { start, end } of citations) {
    const before = masked.slice(Math.max(0, start - MAX_LOOK_BACK), start);
    const isBehindEnd = /[.!?。！？…]["'”’»）)\]]*\s*$/u.test(before);
    if (!isBehindEnd || /^\s*\p{Ll}/u.test(text.slice(end, end + 8))) continue;
    masked = masked.slice(0, start) + " ".repeat(end - start) + masked.slice(end);
  }
  return masked;
}
