import type { TextEncoding } from "../model/artifact.ts";

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const UTF16LE = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Decodes bytes that were checked when they were indexed. A byte order mark at the start is not part of the text. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = decode(bytes, encoding);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === "utf-8") return UTF8.decode(bytes);
  if (encoding === "utf-16le") return UTF16LE.decode(bytes);
  const swapped = Uint8Array.from(bytes);
  for (let at = 0; at + 1 < swapped.length; at += 2) {
    const high = swapped[at] ?? 0;
    swapped[at] = swapped[at + 1] ?? 0;
    swapped[at + 1] = high;
  }
  return UTF16LE.decode(swapped);
}
