/**
 * Names everything that decides which words a text has and what a posting weighs. Part of every generation's inputs
 * digest: change it whenever words, stems, field weights or length pivots change, and every index is rebuilt.
 */
export const ANALYZER_VERSION = "words-2";
