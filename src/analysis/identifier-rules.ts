/** Segments longer than this are not split at capitals: they are encoded bytes, not names. */
export const MAX_SPLIT_UNITS = 40;

/** Identifiers longer than this are kept as parts only. */
export const MAX_WHOLE_UNITS = 64;

/** Joiners in a row that still make one identifier, as in `std::fmt` or `https://`. */
export const MAX_JOINERS = 3;

function isUpper(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return code >= 65 && code <= 90;
  return /\p{Lu}/u.test(text.charAt(at));
}

function isLower(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return code >= 97 && code <= 122;
  return /\p{Ll}/u.test(text.charAt(at));
}

/** True when a new part of a camelCase name begins at `at`; `start` and `end` bound the name within `text`. */
export function isCamelBoundary(text: string, at: number, start: number, end: number): boolean {
  if (at <= start || !isUpper(text, at)) return false;
  if (isLower(text, at - 1)) return true;
  if (at + 1 >= end || !isLower(text, at + 1)) return false;
  // "APIs" and "URLs" are plurals of capitals, not "AP" and "Is".
  return !(at + 2 === end && text.charCodeAt(at + 1) === 115);
}
