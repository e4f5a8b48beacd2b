/** Counts what a model reads a text as. */
export interface TokenCounter {
  /** The encoding it counts by, such as `o200k_base`; named in every bundle. */
  readonly name: string;
  /** Tokens of a text, exactly; text that looks like a special token counts as the text it is. */
  count(text: string): number;
}
