import { type Instant, type KnownInstant, UNKNOWN_INSTANT } from "../../model/instant.ts";
import { parseInstant } from "../../model/parse-instant.ts";

/** Far more than a list shows: an import cuts it, once secrets are out of it. Half a secret would not be known for one. */
const TITLE_CHARACTERS = 1_000;
const ANY_HALF = /[\ud800-\udfff]/;

/** Replaces halves of characters that were cut apart, which no encoding of text can hold. */
export function repairSurrogates(text: string): string {
  // Almost no text has any half, paired or not, and looking for that takes a fraction of looking for pairs.
  return ANY_HALF.test(text) ? text.replace(/\p{Surrogate}/gu, "\uFFFD") : text;
}

/** Returns the beginning of a text on one line. */
export function titleFromText(text: string): string {
  const line = text.slice(0, TITLE_CHARACTERS).replace(/\s+/g, " ").trim();
  return repairSurrogates(line);
}

/** Reads a time as a record states it. What is no written time is unknown; a time is never taken from elsewhere. */
export function timeFromRecord(value: unknown, basis: KnownInstant["basis"]): Instant {
  const parsed = typeof value === "string" ? parseInstant(value, basis) : "unreadable";
  return parsed === "unreadable" ? UNKNOWN_INSTANT : parsed;
}
