import { findLineStarts, lineAt } from "../../analysis/line-table.ts";
import type { Citation, CitationState } from "../../model/citation.ts";
import type { CurrentText } from "../../ports/source-reader.ts";
import { type Excerpt, sha256 } from "./excerpt.ts";

/** What the cited place holds now. */
export type PlaceNow = Pick<Citation, "state" | "relocatedTo">;

/** What is at a path now, with the version it would have. */
export type IdentifiedText =
  | { readonly status: "ok"; readonly bytes: Uint8Array; readonly version: string }
  /** What has no text of its own outside its store: its locators were judged instead. */
  | { readonly status: "judged"; readonly state: CitationState }
  | Exclude<CurrentText, { readonly status: "ok" }>;

/** Hashes a text once, however many citations it is compared with. */
export function identifyText(now: CurrentText): IdentifiedText {
  return now.status === "ok" ? { ...now, version: sha256(now.bytes) } : now;
}

/**
 * Compares an excerpt with the text that is there now, by content alone: time stamps are not looked at.
 * `current` the same bytes stand at the same lines; `relocated` they stand elsewhere; `changed` they are nowhere.
 */
export function locateExcerpt(excerpt: Excerpt, version: string, now: IdentifiedText): PlaceNow {
  if (now.status === "judged") return { state: now.state };
  if (now.status === "gone") return { state: "gone" };
  if (now.status !== "ok") return { state: "unchecked" };
  if (now.version === version) return { state: "current" };
  return findElsewhere(excerpt, now.bytes);
}

function findElsewhere(excerpt: Excerpt, bytes: Uint8Array): PlaceNow {
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = findLineStarts(bytes, excerpt.encoding);
  const places: number[] = [];
  let at = haystack.indexOf(excerpt.bytes);
  while (at >= 0 && excerpt.bytes.length > 0) {
    if (standsAlone(excerpt, haystack, starts, at)) places.push(lineAt(starts, at));
    at = haystack.indexOf(excerpt.bytes, at + 1);
  }
  if (places.length === 0) return { state: "changed" };
  if (places.includes(excerpt.startLine)) return { state: "current" };
  // Of several identical places the nearest is the likeliest to be the one that moved.
  const nearest = places.reduce((best, line) =>
    Math.abs(line - excerpt.startLine) < Math.abs(best - excerpt.startLine) ? line : best,
  );
  const height = excerpt.endLine - excerpt.startLine;
  return { state: "relocated", relocatedTo: { startLine: nearest, endLine: nearest + height } };
}

/** Whole lines must still be whole lines: `cat` inside `concatenate` is not the cited line. */
function standsAlone(excerpt: Excerpt, bytes: Buffer, starts: Uint32Array, at: number): boolean {
  if (!excerpt.wholeLines) return true;
  if (starts[lineAt(starts, at) - 1] !== at) return false;
  const next = bytes[at + excerpt.bytes.length];
  if (next === undefined) return true;
  const unit = excerpt.encoding === "utf-16be" ? bytes[at + excerpt.bytes.length + 1] : next;
  return unit === 0x0a || unit === 0x0d;
}
