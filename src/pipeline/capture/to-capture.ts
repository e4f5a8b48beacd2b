import { createHash } from "node:crypto";
import { artifactRef } from "../../model/artifact-ref.ts";
import type { Entry, Redaction } from "../../model/entry.ts";
import type { KeptOutput } from "../../ports/command-runner.ts";
import type { NewEntry } from "../../ports/entry-store.ts";

/** Takes secrets out of a text and counts them. */
export type Redact = (text: string) => {
  readonly text: string;
  readonly redactions: readonly Redaction[];
};

/** One stream on its way into the captures. */
export interface StreamDraft {
  /** Tells captures apart; two of one label are two. */
  readonly id: string;
  readonly label: string;
  readonly stream: "stdout" | "stderr" | "stdin";
  readonly output: KeptOutput;
  /** ISO 8601, UTC: when the command began, or the input was read, by this program's clock. */
  readonly at: string;
  /** True when the command reported an error. */
  readonly failed: boolean;
  /** Command, exit code, end, by name. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Stands where bytes were cut, on a line of its own, so that nobody takes two lines for neighbors. */
export function cutMark(bytes: number): string {
  return `[exhibit: ${bytes} bytes were not kept here]`;
}

/** Returns the text of a stream as it is kept: decoded, with its cut marked. What is no UTF-8 becomes U+FFFD. */
export function textOf({ head, tail, cutBytes }: KeptOutput): string {
  if (cutBytes === 0) return decode(head);
  const first = decode(head);
  const border = first.endsWith("\n") ? "" : "\n";
  return `${first}${border}${cutMark(cutBytes)}\n${decode(tail)}`;
}

/** Returns one stream as the entry that the captures keep; it was observed when it ran. */
export function toCapture(draft: StreamDraft, redact: Redact): NewEntry {
  const clean = redact(textOf(draft.output));
  const text = Buffer.from(clean.text);
  const path = `${draft.label}/${draft.id}/${draft.stream}`;
  const cut = draft.output.cutBytes === 0 ? {} : { cutBytes: String(draft.output.cutBytes) };
  const entry: Entry = {
    ref: artifactRef("captures", path),
    store: "captures",
    path,
    version: createHash("sha256").update(text).digest("hex"),
    byteLength: text.length,
    textKind: "text",
    kind: "capture",
    role: "tool",
    title: `${draft.label} (${draft.stream})`,
    time: { at: draft.at, basis: "observed", precision: "millisecond", offset: "Z" },
    indexedAt: draft.at,
    session: "none",
    seq: draft.stream === "stderr" ? 1 : 0,
    attribution: "here",
    recordedIn: "unknown",
    origin: "rendered",
    marks: draft.failed ? ["failed"] : [],
    toolUseId: "none",
    toolName: "none",
    evidence: "none",
    supersedes: "none",
    supersededBy: "none",
    redactions: clean.redactions,
    locators: [],
    rank: 2,
    facts: { ...draft.facts, ...cut, label: draft.label },
  };
  return { entry, text };
}

/** Bytes of a stream, kept or not. */
export function totalBytes({ head, tail, cutBytes }: KeptOutput): number {
  return head.length + tail.length + cutBytes;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** A label stands several times in an answer, which must fit into little. */
const MAX_LABEL_BYTES = 40;
/** What may stand in a label: it is part of a reference and of a path people type. */
const LABEL = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** Returns whether a label can be part of a reference as it is. */
export function isLabel(label: string): boolean {
  return LABEL.test(label) && Buffer.byteLength(label) <= MAX_LABEL_BYTES;
}

/** A label for a command that was given none: its program and its first plain words, as in `npm-test`. */
export function labelOf(command: readonly string[]): string {
  const [program = "", ...args] = command;
  const words = [program.replace(/^.*[\\/]/, "").replace(/\.(exe|cmd|bat|m?js)$/i, "")];
  for (const word of args.slice(0, 2)) {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(word)) break;
    words.push(word);
  }
  const label = words
    .join("-")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[-._]+/, "");
  const short = cutLabel(label);
  return isLabel(short) ? short : "command";
}

function cutLabel(label: string): string {
  const points = [...label.slice(0, 2 * MAX_LABEL_BYTES)];
  while (Buffer.byteLength(points.join("")) > MAX_LABEL_BYTES) points.pop();
  return points.join("");
}
