const LUCENE =
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with";
const QUESTION =
  "how what when where which who whom whose why do does did can could should would may must i you we he she my your our me us have has had been were am from about so than its his her him them those";

let words: ReadonlySet<string> | undefined;

/**
 * True for words that leave a question when a content word remains: Lucene's English list and the question words.
 * They stay in the index, so that phrases and questions made of nothing else still answer.
 */
export function isStopWord(word: string): boolean {
  words ??= new Set(`${LUCENE} ${QUESTION}`.split(" "));
  return words.has(word);
}
