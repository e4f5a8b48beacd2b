import { crc32 } from "node:zlib";

const SEAL_BYTES = 4;

/** Puts a CRC-32 before the bytes, so that a row damaged on disk is noticed when it is read. */
export function seal(...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, SEAL_BYTES);
  const sealed = new Uint8Array(length);
  let offset = SEAL_BYTES;
  for (const part of parts) {
    sealed.set(part, offset);
    offset += part.length;
  }
  new DataView(sealed.buffer).setUint32(0, crc32(sealed.subarray(SEAL_BYTES)), true);
  return sealed;
}

/** Returns the bytes that were sealed, or `"damaged"`. */
export function unseal(sealed: Uint8Array): Uint8Array | "damaged" {
  if (sealed.length < SEAL_BYTES) return "damaged";
  const expected = new DataView(sealed.buffer, sealed.byteOffset).getUint32(0, true);
  const bytes = sealed.subarray(SEAL_BYTES);
  return crc32(bytes) === expected ? bytes : "damaged";
}
