import type { TextEncoding } from "../../model/artifact.ts";

/**
 * What a stretch of text weighs. `quarterTokens` is four times the estimated tokens: a UTF-8 byte counts a quarter, a
 * Chinese, Japanese or Korean character a whole token. Exact counts are the business of bundles, not of splitting.
 * `bytes` is the larger of its UTF-8 bytes and its bytes in the file, so that a cap on it holds for both.
 */
export interface Weight {
  readonly quarterTokens: number;
  readonly bytes: number;
}

/** Weighs `[start, end)` of one text. */
export type Scale = (start: number, end: number) => Weight;

/** Makes the scale of a text. `byteLength` is the text's own in the file: equal to its length, it is all ASCII. */
export function createScale(text: string, encoding: TextEncoding, byteLength: number): Scale {
  if (encoding === "utf-8" && byteLength === text.length) {
    return (start, end) => ({ quarterTokens: end - start, bytes: end - start });
  }
  const leastUnitBytes = encoding === "utf-8" ? 1 : 2;
  return (start, end) => {
    let quarterTokens = 0;
    let utf8Bytes = 0;
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      quarterTokens += quarterTokensOf(code);
      utf8Bytes += utf8BytesOf(code);
    }
    return { quarterTokens, bytes: Math.max(utf8Bytes, (end - start) * leastUnitBytes) };
  };
}

/** Four times the tokens one UTF-16 unit is taken for. */
export function quarterTokensOf(code: number): number {
  return isCjk(code) ? 4 : utf8BytesOf(code);
}

/** UTF-8 bytes of one UTF-16 unit of well-formed text; a surrogate is half of four. */
function utf8BytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code & 0xf800) === 0xd800) return 2;
  return 3;
}

/** From the CJK radicals through kana, ideographs and Hangul; compatibility ideographs; full-width forms. */
function isCjk(code: number): boolean {
  if (code < 0x2e80) return false;
  return code < 0xd800 || (code >= 0xf900 && code < 0xfb00) || code >= 0xff00;
}
