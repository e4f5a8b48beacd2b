const LONGEST_PLAIN = 2;

/**
 * Returns the fence that holds `text` as CommonMark code, whatever it is: longer than every run of backticks in it, so that
 * no line of it can close the fence (CommonMark 0.31, 4.5). The text itself stays as it is.
 */
export function fenceText(
  text: string,
  label: string,
): { readonly open: string; readonly close: string } {
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), LONGEST_PLAIN);
  const fence = "`".repeat(longest + 1);
  // A closing fence carries no words: the label says whose fence this is, and makes no line of a source equal to it.
  return {
    open: `${fence}evidence ${label}\n`,
    close: `${text.endsWith("\n") ? "" : "\n"}${fence}\n`,
  };
}
