import { storeCorrupt } from "../../errors.ts";

// A strict table checks types when it is written; a damaged page hands out whatever its bytes say.

/** Returns a stored blob, or refuses with `store_corrupt` what is none. */
export function requireBlob(path: string, value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw storeCorrupt(path, "a stored blob is no blob");
}

/** Returns a stored count, size or id: a whole number, 0 or more. */
export function requireCount(path: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw storeCorrupt(path, "a stored number is no count");
}

/** Returns a stored 64-bit integer that was read exactly. */
export function requireInteger(path: string, value: unknown): bigint {
  if (typeof value === "bigint") return value;
  throw storeCorrupt(path, "a stored number is no integer");
}

/** Returns a stored text, or refuses what is none or does not match. */
export function requireText(path: string, value: unknown, pattern: RegExp = /^/): string {
  if (typeof value === "string" && pattern.test(value)) return value;
  throw storeCorrupt(path, "a stored text is not what was written");
}
