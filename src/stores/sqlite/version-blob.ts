/** 64 lowercase hex digits. */
export const VERSION_PATTERN: RegExp = /^[0-9a-f]{64}$/;
const PREFIX_PATTERN = /^[0-9a-f]{8,64}$/;

/** Returns the 32 bytes of a version, or `"malformed"`. */
export function versionToBlob(version: string): Uint8Array | "malformed" {
  return VERSION_PATTERN.test(version) ? Buffer.from(version, "hex") : "malformed";
}

/** As `versionToBlob`, for what is about to be written: a malformed version is a bug. */
export function requireVersionBlob(version: string): Uint8Array {
  const blob = versionToBlob(version);
  if (blob === "malformed") throw new RangeError(`not a version: ${JSON.stringify(version)}`);
  return blob;
}

/** Returns a blob's version, 64 lowercase hex digits. */
export function blobToVersion(blob: Uint8Array): string {
  return Buffer.from(blob.buffer, blob.byteOffset, blob.length).toString("hex");
}

/** Returns the first and last possible version with this prefix, or `"malformed"`. */
export function prefixToRange(prefix: string): readonly [Uint8Array, Uint8Array] | "malformed" {
  if (!PREFIX_PATTERN.test(prefix)) return "malformed";
  return [Buffer.from(prefix.padEnd(64, "0"), "hex"), Buffer.from(prefix.padEnd(64, "f"), "hex")];
}
