/**
 * Returns the offset of the first byte that does not continue well-formed UTF-8, or -1.
 * Ranges are those of the Unicode Standard, table 3-7: no overlong form, no surrogate, nothing above U+10FFFF.
 */
export function findInvalidUtf8(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = sequenceLength(lead);
    if (length === 0) return at;
    for (let part = 1; part < length; part += 1) {
      const byte = bytes[at + part] ?? 0;
      const [low, high] = part === 1 ? secondByteRange(lead) : [0x80, 0xbf];
      if (byte < low || byte > high) return at;
    }
    at += length;
  }
  return -1;
}

/** 0 for a byte that starts nothing. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
