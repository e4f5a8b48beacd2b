const ASCII_ONLY = /^[\0-\x7f]*$/;

/** Returns the UTF-8 bytes of `text`, one UTF-16 unit a byte: the form in which git compares names and patterns. */
export function toByteString(text: string): string {
  return ASCII_ONLY.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** The inverse of `toByteString`, for showing a pattern to a person. */
export function fromByteString(bytes: string): string {
  return ASCII_ONLY.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}

/** Returns the name as text, or `"not_utf8"` when its bytes are not UTF-8. */
export function decodeName(name: Buffer): string | "not_utf8" {
  const text = name.toString("utf8");
  return Buffer.from(text, "utf8").equals(name) ? text : "not_utf8";
}

/** Shows a name that is not UTF-8: every byte outside printable ASCII as `\xNN`. */
export function escapeName(name: Buffer): string {
  return Array.from(name, (byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}
