/** Lucene's English stop list (StopAnalyzer, 33 words). */
const STOP_WORDS = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " ",
  ),
);

/** Returns the words of a question that are not on the list, or all of them when none would be left. */
export function removeStopWords(question: string): string {
  const folded = question.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return (content.length > 0 ? content : words).join(" ");
}
