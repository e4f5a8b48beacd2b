import { decodeStrictly } from "../../analysis/text/decode-strictly.ts";
import { readRawText } from "../../analysis/text/read-raw-text.ts";
import type { Origin } from "../../model/artifact.ts";
import type { Redaction } from "../../model/entry.ts";
import { type Instant, isKnown } from "../../model/instant.ts";
import { sha256Of } from "./note-mark.ts";
import type { Redact } from "./to-entry.ts";

/** What a note file says, secrets taken out. */
export interface NoteText {
  readonly status: "ok";
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly title: string;
  /** When what it says was seen, or else when it was edited, by its own front matter and by nothing else. */
  readonly time: Instant;
  readonly origin: Origin;
  readonly redactions: readonly Redaction[];
}

/**
 * Reads a note file by the rules that texts of the workspace are read by. The result depends on the bytes and the file's name
 * alone: the file system's times are not even asked for (COR-14). What is no text is an outcome with its reason.
 */
export async function readNote(
  name: string,
  file: Uint8Array,
  redact: Redact,
): Promise<
  | NoteText
  | { readonly status: "empty" }
  | { readonly status: "unreadable"; readonly reason: string }
> {
  const decoded = decodeStrictly(file);
  if (decoded.status !== "text") return { status: "unreadable", reason: decoded.reason };
  if (decoded.text.trim() === "") return { status: "empty" };
  const clean = redact(decoded.text);
  const bytes = Buffer.from(clean.text);
  const version = sha256Of(bytes);
  const reading = await readRawText({ source: "memory", path: redact(name).text, version, bytes });
  if (reading.status === "gap") {
    return { status: "unreadable", reason: reading.gap.detail ?? reading.gap.code };
  }
  const { edited, observed, origin, title } = reading.artifact;
  const time = isKnown(observed) ? observed : edited;
  const { redactions } = clean;
  return { status: "ok", bytes, version, title, time, origin, redactions };
}
