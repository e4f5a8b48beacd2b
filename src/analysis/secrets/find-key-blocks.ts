import type { SecretSpan } from "./secret-span.ts";

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
const END = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
/** A line break as it is, or escaped any number of times inside a JSON or source string, with what may stand around it. */
const BREAK = /(?:[ \t"'+,>|]{0,16}(?:\\{1,8}[nr]|\r|\n)){1,4}[ \t"'+>|]{0,32}/y;
/** A field of an encrypted key: `Proc-Type: 4,ENCRYPTED`. */
const FIELD = /[A-Z][A-Za-z-]{2,24}: [^\n\\]{1,120}/y;
const BODY = /[A-Za-z0-9+/=_-]+/y;
/** A block longer than this has lost its end. */
const MAX_UNITS = 65_536;
/** Fewer units in a row are an ellipsis or a word, no key. */
const MIN_BODY = 16;

/**
 * Finds private keys in PEM form, whole: also where the line breaks are escaped, and where the end was cut off. A header that no
 * key follows, as in a sentence about keys, is none.
 */
export function findKeyBlocks(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let at = text.indexOf("-----BEGIN ");
  while (at >= 0) {
    const header = exec(BEGIN, text, at);
    let end = at + 1;
    if (header !== undefined) {
      const from = at + header.length;
      end = Math.max(endOfWhole(text, from), endOfCut(text, from));
      if (end > from) found.push({ kind: "private-key", start: at, end });
    }
    at = text.indexOf("-----BEGIN ", end);
  }
  return found;
}

/** The end of a block that has one, or 0. */
function endOfWhole(text: string, from: number): number {
  const dashes = text.indexOf("-----", from);
  if (dashes < 0 || dashes - from > MAX_UNITS) return 0;
  const footer = exec(END, text, dashes);
  if (footer === undefined || !/[A-Za-z0-9+/=]{16}/.test(text.slice(from, dashes))) return 0;
  return dashes + footer.length;
}

/** The end of the lines that can only be a key's, or `from`. */
function endOfCut(text: string, from: number): number {
  let at = from;
  let end = from;
  for (;;) {
    at += exec(BREAK, text, at)?.length ?? 0;
    const field = exec(FIELD, text, at);
    const body = field ?? exec(BODY, text, at);
    if (body === undefined) return end;
    if (field === undefined && end === from && body.length < MIN_BODY) return from;
    at += body.length;
    if (field === undefined) end = at;
    if (exec(BREAK, text, at) === undefined) return end;
    // A line shorter than the others is the last one.
    if (field === undefined && body.length < 40) return end;
  }
}

function exec(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
