import { isStopWord } from "../../analysis/stop-words.ts";
import { termOf } from "../../analysis/term-of.ts";
import { BREAK, OVERLAY, WordReader } from "../../analysis/word-reader.ts";

/** Stands in a sequence of terms where the text has a stop word. */
export const STOP = "";

/** Reads texts into the terms that admission compares; words met before cost nothing again. */
export interface TextReader {
  /** A term for each word position of the text, `STOP` for a stop word. The whole of an identifier lies over its parts and has none. */
  read(text: string): readonly string[];
}

export function createTextReader(): TextReader {
  const words = new WordReader();
  const termOfId: string[] = [];

  function termFor(id: number): string {
    const known = termOfId[id];
    if (known !== undefined) return known;
    const form = words.forms.form(id);
    const term = isStopWord(form) ? STOP : termOf(form);
    termOfId[id] = term;
    return term;
  }

  return {
    read: (text) => {
      words.length = 0;
      words.read(text);
      const terms: string[] = [];
      for (let at = 0; at < words.length; at++) {
        const id = words.ids[at] ?? BREAK;
        if (id === OVERLAY) at++;
        else if (id !== BREAK) terms.push(termFor(id));
      }
      return terms;
    },
  };
}
