import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { storeCorrupt } from "../../errors.ts";
import { seal, unseal } from "./seal.ts";

// A bundle is written once and seldom read: quality 5 saves a sixth more than quality 2 for a millisecond.
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Packs a plain value behind its checksum. `key` is what the row is about, so that rows cannot change places. */
export function sealBlob(value: unknown, key: string): Uint8Array {
  const json = Buffer.from(JSON.stringify([key, value]));
  return seal(
    brotliCompressSync(json, {
      params: { ...COMPRESSION.params, [constants.BROTLI_PARAM_SIZE_HINT]: json.length },
    }),
  );
}

/** Returns what `sealBlob` was given under the same key; refuses anything else with `store_corrupt`. */
export function openBlob<T>(path: string, stored: unknown, key: string): T {
  const bytes = stored instanceof Uint8Array ? unseal(stored) : "damaged";
  if (bytes === "damaged") throw storeCorrupt(path, `a stored row (${key}) fails its checksum`);
  // Bytes that pass their checksum are those that were written: anything but JSON in them is a bug.
  const [name, value] = JSON.parse(brotliDecompressSync(bytes).toString("utf8")) as [string, T];
  if (name !== key) throw storeCorrupt(path, `a row of ${name} stands in the place of ${key}`);
  return value;
}
