/** `choose` is where constants are picked, `report` where they are judged; a question is only ever in one. */
export type Half = "choose" | "report";

/** Returns the 32-bit FNV-1a hash of the text's UTF-8 bytes (Fowler, Noll, Vo). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Returns the half a question belongs to: even hashes of set name + id choose, odd ones report. */
export function halfOf(setName: string, questionId: string): Half {
  return fnv1a(setName + questionId) % 2 === 0 ? "choose" : "report";
}
