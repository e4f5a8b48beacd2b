/**
 * True for punctuation and symbols outside ASCII that prose is full of (dashes, quotes, ellipsis, arrows, boxes). They
 * end a word before normalization, which would turn some into ASCII joiners.
 */
export function isSeparator(code: number): boolean {
  if (code < 0xc0) return code >= 0x80 && code !== 0xaa && code !== 0xad && code < 0xb2;
  return (
    (code >= 0x2010 && code <= 0x205f) ||
    (code >= 0x2190 && code <= 0x23ff) ||
    (code >= 0x2500 && code <= 0x27bf)
  );
}
