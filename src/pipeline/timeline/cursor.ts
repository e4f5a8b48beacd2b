import { createHash } from "node:crypto";
import { cursorInvalid, cursorMismatch, cursorStale } from "../../errors-of-entries.ts";
import type { ArtifactRef } from "../../model/artifact.ts";
import type { Dated } from "./order-events.ts";

/** How each store stood when an answer was given, by name: its generation, or that it did not answer. */
export type StoreStates = Readonly<Record<string, string>>;

/** A store that was asked and did not answer. What it holds was not in the answer. */
export const UNANSWERED = "unanswered";

/** Where a next page begins, of which question, and over which state of the stores. */
export interface TimelineCursor {
  /** Of everything that decides what the answer holds and in which order; see `digestQuestion`. */
  readonly question: string;
  readonly place: Dated;
  /** Events on the pages before. */
  readonly shown: number;
  readonly stores: StoreStates;
}

/** Returns 16 hex digits that differ as soon as one of these facts does. */
export function digestQuestion(facts: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
}

/** Writes a cursor as text that means nothing to a reader and stands in a shell or an address as it is. */
export function writeCursor({ question, place, shown, stores }: TimelineCursor): string {
  const sorted = Object.entries(stores).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = [question, place.epochMs, place.ref, shown, sorted];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

/** Reads a cursor of this question; refuses with `cursor_invalid` or `cursor_mismatch`. */
export function readCursor(text: string, question: string): TimelineCursor {
  const cursor = parse(text);
  // Written again it is the same text, or something in it was not what it seemed.
  if (cursor === "invalid" || writeCursor(cursor) !== text) throw cursorInvalid();
  if (cursor.question !== question) throw cursorMismatch();
  return cursor;
}

/**
 * Refuses with `cursor_stale` when a store is not as it was: it changed, or it did not answer then and does now, so that what it
 * holds may belong before the place. One that answered and now does not is the next answer's to report.
 */
export function assertUnchanged({ stores: before }: TimelineCursor, now: StoreStates): void {
  for (const name of Object.keys({ ...before, ...now }).sort()) {
    const state = now[name];
    if (state === before[name] || state === UNANSWERED) continue;
    throw cursorStale(name);
  }
}

function parse(text: string): TimelineCursor | "invalid" {
  const fields = parseJson(Buffer.from(text, "base64url").toString());
  if (!Array.isArray(fields) || fields.length !== 5) return "invalid";
  const [question, epochMs, ref, shown, stores] = fields as readonly unknown[];
  const isWhole =
    typeof question === "string" &&
    typeof epochMs === "number" &&
    typeof ref === "string" &&
    typeof shown === "number" &&
    Array.isArray(stores) &&
    stores.every(isState);
  if (!isWhole) return "invalid";
  const place: Dated = { epochMs, ref: ref as ArtifactRef };
  return { question, place, shown, stores: Object.fromEntries(stores) };
}

function isState(pair: unknown): pair is readonly [string, string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === "string");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Whatever is no JSON is no cursor.
    if (error instanceof SyntaxError) return "invalid";
    throw error;
  }
}
