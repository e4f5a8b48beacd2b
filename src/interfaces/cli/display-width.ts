const MARK = /^(?:\p{M}|\u200c|\u200d|\ufe0f)$/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** Returns the columns a terminal gives `text`: two for wide East Asian characters and emoji, none for marks. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += characterWidth(character);
  return columns;
}

/** Returns the columns of one code point. */
export function characterWidth(character: string): 0 | 1 | 2 {
  if (character < "\u0300") return 1;
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Returns `text` with spaces behind it up to `columns`. */
export function padColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}
