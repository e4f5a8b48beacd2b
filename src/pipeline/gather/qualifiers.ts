/** A word that limits what a text says, and the first line that it stands in. */
export interface Qualifier {
  readonly word: string;
  /** 1-based, within the artifact. */
  readonly line: number;
}

/** What turns a statement most comes first: only the first few are shown. */
const WORDS: readonly string[] = [
  "only",
  "except",
  "unless",
  "no longer",
  "however",
  "until",
  "still",
  "deprecated",
  "superseded",
  "instead",
  "must not",
  "never",
  "cannot",
  "without",
  "not",
];

const MAX_SHOWN = 4;
const PATTERN = new RegExp(`\\b(?:${WORDS.join("|").replaceAll(" ", "\\s+")})\\b`, "giu");

/**
 * Finds the words that limit what a text says, each with its first line, the most telling ones first: a reader of a short
 * description must see that the text goes on to qualify it (DIS-21). English only.
 */
export function findQualifiers(text: string, startLine: number): readonly Qualifier[] {
  const first = new Map<string, number>();
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    for (const [found] of line.matchAll(PATTERN)) {
      const word = found.toLowerCase().replace(/\s+/g, " ");
      if (!first.has(word)) first.set(word, startLine + index);
    }
  }
  return WORDS.flatMap((word) => {
    const line = first.get(word);
    return line === undefined ? [] : [{ word, line }];
  }).slice(0, MAX_SHOWN);
}
