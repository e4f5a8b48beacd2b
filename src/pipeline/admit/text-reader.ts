import { isStopWord } from "../../analysis/stop-words.ts";
import { termOf } from "../../analysis/term-of.ts";
import { BREAK, OVERLAY, WordReader } from "../../analysis/word-reader.ts";

/** Stands in a sequence of terms where the text has a stop word. */
export const STOP = "";

/** The terms of a text. */
export interface ReadText {
  /** One for each word position, `STOP` for a stop word. The whole of an identifier lies over its parts and has none. */
  readonly terms: readonly string[];
  /** Each once, without `STOP`. */
  readonly distinct: ReadonlySet<string>;
}

/** Reads texts into the terms that admission compares. Words and texts that it met before cost nothing again. */
export interface TextReader {
  read(text: string): ReadText;
}

/** Begins without a word. It remembers what it reads for as long as it lives: make one for each pool. */
export function createTextReader(): TextReader {
  const words = new WordReader();
  const termOfId: string[] = [];
  const known = new Map<string, ReadText>();

  function termFor(id: number): string {
    const known = termOfId[id];
    if (known !== undefined) return known;
    const form = words.forms.form(id);
    const term = isStopWord(form) ? STOP : termOf(form);
    termOfId[id] = term;
    return term;
  }

  function readNew(text: string): ReadText {
    words.length = 0;
    words.read(text);
    const terms: string[] = [];
    for (let at = 0; at < words.length; at++) {
      const id = words.ids[at] ?? BREAK;
      if (id === OVERLAY) at++;
      else if (id !== BREAK) terms.push(termFor(id));
    }
    const distinct = new Set(terms);
    distinct.delete(STOP);
    return { terms, distinct };
  }

  return {
    read: (text) => {
      const read = known.get(text) ?? readNew(text);
      known.set(text, read);
      return read;
    },
  };
}
