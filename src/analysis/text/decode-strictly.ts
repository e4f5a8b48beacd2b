import type { TextEncoding } from "../../model/artifact.ts";
import { findInvalidUtf8 } from "./find-invalid-utf8.ts";

/** How many bytes, or characters, are looked at to tell a binary file, as Git does for its own guess (8,000 there). */
const PROBE_LENGTH = 8192;
/** More control characters than one in ten of the probed bytes is no text anybody wrote. */
const MAX_CONTROL_SHARE = 0.1;

const BINARY_BY_NUL = { status: "binary", reason: "a NUL character near its start" } as const;
const BINARY_BY_CONTROLS = { status: "binary", reason: "mostly control characters" } as const;

const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Text with what is needed to find its exact bytes again: they begin `bomBytes` into the file. */
export interface DecodedText {
  readonly status: "text";
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bomBytes: number;
}

export type Decoding =
  | DecodedText
  | { readonly status: "binary"; readonly reason: string }
  | { readonly status: "undecodable"; readonly reason: string };

/**
 * Decodes a file's bytes strictly: nothing is replaced, repaired or guessed.
 *
 * A byte order mark decides between UTF-8, UTF-16LE and UTF-16BE; without one the text must be valid UTF-8. The mark is
 * not part of the text. A file is binary when a NUL or more than 10 % control characters (tab, line feed, carriage
 * return, form feed, backspace and escape aside) are among its first 8,192 bytes or characters; UTF-16
 * without a mark is therefore binary. A NUL further on is an ordinary character. Invalid UTF-8, a lone surrogate and
 * half a UTF-16 unit are undecodable, and the reason names the byte.
 */
export function decodeStrictly(bytes: Uint8Array): Decoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, "utf-16be");
  const bomBytes = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const body = bomBytes === 0 ? bytes : bytes.subarray(bomBytes);
  const probe = body.subarray(0, PROBE_LENGTH);
  if (probe.includes(0)) return BINARY_BY_NUL;
  const text = decodeUtf8(body);
  const head = text === "invalid" ? latin1(probe) : text.text.slice(0, PROBE_LENGTH);
  if (isMostlyControl(head)) return BINARY_BY_CONTROLS;
  if (text !== "invalid") return { status: "text", text: text.text, encoding: "utf-8", bomBytes };
  const at = bomBytes + findInvalidUtf8(body);
  return { status: "undecodable", reason: `invalid UTF-8 at byte ${at}` };
}

function decodeUtf8(bytes: Uint8Array): { readonly text: string } | "invalid" {
  try {
    return { text: STRICT_UTF8.decode(bytes) };
  } catch (error) {
    // A fatal decoder throws TypeError on invalid input; anything else (a text beyond the engine's limit) is not ours.
    if (!(error instanceof TypeError)) throw error;
    return "invalid";
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): Decoding {
  if (bytes.length % 2 === 1) {
    return { status: "undecodable", reason: `half a UTF-16 unit at byte ${bytes.length - 1}` };
  }
  // A copy, because swapping happens in place and these bytes are the version's.
  const body = Buffer.from(bytes.subarray(2));
  if (encoding === "utf-16be") body.swap16();
  const text = body.toString("utf16le");
  const head = text.slice(0, PROBE_LENGTH);
  if (head.includes("\0")) return BINARY_BY_NUL;
  if (isMostlyControl(head)) return BINARY_BY_CONTROLS;
  const lone = findLoneSurrogate(text);
  if (lone >= 0) {
    return { status: "undecodable", reason: `lone UTF-16 surrogate at byte ${2 + lone * 2}` };
  }
  return { status: "text", text, encoding, bomBytes: 2 };
}

/** One character a byte: what is no UTF-8 may still be counted. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function isMostlyControl(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? isControl(code) : code === 0x7f) controls += 1;
  }
  return controls > text.length * MAX_CONTROL_SHARE;
}

/** Backspace and escape are none: overstruck manual pages and colored logs are text. */
function isControl(code: number): boolean {
  return (code < 0x08 || code === 0x0b || code > 0x0d) && code !== 0x1b;
}

function findLoneSurrogate(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at) & 0xfc00;
    if (unit === 0xdc00) return at;
    if (unit !== 0xd800) continue;
    if ((text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) return at;
    at += 1;
  }
  return -1;
}
