import { createHash } from "node:crypto";

/** sha256 in lowercase hex: the version of a text. */
export function versionOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
