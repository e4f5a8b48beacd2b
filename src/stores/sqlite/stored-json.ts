import { crc32 } from "node:zlib";
import { storeCorrupt } from "../../errors.ts";

// Eight hex digits of a CRC-32 stand before the JSON: a flipped bit in a date or a title is still valid JSON.
const SEAL_CHARS = 8;

/** Returns a value as JSON behind its checksum. `key` is what the row is about, so that rows cannot change places. */
export function sealJson(value: unknown, key = ""): string {
  const json = JSON.stringify(value);
  return checksum(json, key) + json;
}

/** Returns what `sealJson` was given under the same key; refuses anything else with `store_corrupt`. */
export function openJson<T>(path: string, stored: unknown, key = ""): T {
  if (typeof stored === "string") {
    const json = stored.slice(SEAL_CHARS);
    if (stored.slice(0, SEAL_CHARS) === checksum(json, key)) return JSON.parse(json) as T;
  }
  throw storeCorrupt(path, `a stored row${key === "" ? "" : ` (${key})`} fails its checksum`);
}

function checksum(json: string, key: string): string {
  return crc32(`${key}\0${json}`).toString(16).padStart(SEAL_CHARS, "0");
}
