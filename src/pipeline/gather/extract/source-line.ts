/** A line of a section, with its number in the artifact. */
export interface SourceLine {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/** Splits a section into its lines. */
export function toSourceLines(text: string, startLine: number): readonly SourceLine[] {
  return text.split(/\r\n|\n|\r/).map((line, index) => ({ text: line, number: startLine + index }));
}
