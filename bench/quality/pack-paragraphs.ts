/** A UTF-16 range, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Packs the paragraphs of a long text into pieces of about `maxChars`, in order and without a gap. A piece is closed
 * before the paragraph that would make it longer; a paragraph of more than half as much again is cut after a sentence, else after a word.
 */
export function packParagraphs(text: string, maxChars: number): TextRange[] {
  const pieces: TextRange[] = [];
  let open: TextRange | undefined;
  const flush = (): void => {
    if (open !== undefined) pieces.push(open);
    open = undefined;
  };
  for (const paragraph of paragraphs(text)) {
    let { start } = paragraph;
    while (paragraph.end - start > maxChars * 1.5) {
      flush();
      const cut = cutAfter(text, start, maxChars);
      pieces.push({ start, end: cut });
      start = cut;
    }
    if (open !== undefined && paragraph.end - open.start > maxChars) flush();
    open = { start: open?.start ?? start, end: paragraph.end };
  }
  flush();
  return pieces.filter((piece) => text.slice(piece.start, piece.end).trim() !== "");
}

function paragraphs(text: string): TextRange[] {
  const found: TextRange[] = [];
  let start = 0;
  for (const gap of text.matchAll(/\n\s*\n/g)) {
    const end = gap.index + gap[0].length;
    found.push({ start, end });
    start = end;
  }
  found.push({ start, end: text.length });
  return found;
}

function cutAfter(text: string, start: number, maxChars: number): number {
  const middle = start + maxChars / 2;
  const sentence = text.lastIndexOf(". ", start + maxChars);
  if (sentence >= middle) return sentence + 1;
  const word = text.lastIndexOf(" ", start + maxChars);
  return word >= middle ? word + 1 : start + maxChars;
}
