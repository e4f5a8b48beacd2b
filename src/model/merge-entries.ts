import type { Entry, Locator, SessionIdentity } from "./entry.ts";
import { type Instant, isDated, isKnown, toEpochMs } from "./instant.ts";

/**
 * Makes one entry of two records of the same thing. The result does not depend on which came first, nor on how often either
 * came: importing in another order, or twice, changes nothing. The record with the higher rank gives text and description; the
 * best evidenced time wins, then the earlier one; marks and locators are those of both; all else is one record's, untouched,
 * which is what keeps the order of merging out of the result.
 */
export function mergeEntries(one: Entry, other: Entry): Entry {
  const winner = compareTexts(one, other) <= 0 ? one : other;
  const home = compareHomes(one, other) <= 0 ? one : other;
  return {
    ...winner,
    time: betterTime(one.time, other.time),
    indexedAt: smaller(one.indexedAt, other.indexedAt),
    session: home.session,
    seq: home.seq,
    attribution: home.attribution,
    recordedIn: home.recordedIn,
    marks: [...new Set([...one.marks, ...other.marks])].sort(),
    supersedes: firstStated(one.supersedes, other.supersedes),
    supersededBy: firstStated(one.supersededBy, other.supersededBy),
    locators: mergeLocators(one.locators, other.locators),
  };
}

/** The record with the higher rank, then the later revision, then the longer text, then the smaller version. */
function compareTexts(a: Entry, b: Entry): number {
  return (
    b.rank - a.rank ||
    compareStrings(revisionOf(b), revisionOf(a)) ||
    b.byteLength - a.byteLength ||
    compareStrings(a.version, b.version) ||
    compareStrings(descriptionOf(a), descriptionOf(b))
  );
}

/** What a reader says of a record that its agent may write anew: the greater one is the later. */
function revisionOf({ facts }: Entry): string {
  return facts["revision"] ?? "";
}

function descriptionOf(entry: Entry): string {
  const { kind, role, title, textKind, toolUseId, toolName, origin, evidence, redactions } = entry;
  const told = [kind, role, title, textKind, toolUseId, toolName, origin, evidence, redactions];
  return JSON.stringify([...told, sortKeys(entry.facts)]);
}

/** A record whose project is known before one whose project is not; then by session and place. */
function compareHomes(a: Entry, b: Entry): number {
  return (
    Number(a.attribution === "unknown") - Number(b.attribution === "unknown") ||
    compareStrings(sessionKey(a.session), sessionKey(b.session)) ||
    a.seq - b.seq ||
    compareStrings(a.recordedIn, b.recordedIn) ||
    compareStrings(a.attribution, b.attribution)
  );
}

function sessionKey(session: SessionIdentity | "none"): string {
  return session === "none"
    ? ""
    : [session.agent, session.id, session.agentId, session.parentId].join("\0");
}

function betterTime(a: Instant, b: Instant): Instant {
  if (isDated(a) !== isDated(b)) return isDated(a) ? a : b;
  if (!isKnown(a) || !isKnown(b)) return isKnown(a) ? a : b;
  if (a.basis !== b.basis) return BASES.indexOf(a.basis) < BASES.indexOf(b.basis) ? a : b;
  const byTime = toEpochMs(a) - toEpochMs(b) || compareStrings(a.precision, b.precision);
  return (byTime || compareStrings(a.offset, b.offset)) <= 0 ? a : b;
}

/** The best evidenced first. */
const BASES: readonly string[] = [
  "observed",
  "declared",
  "committed",
  "edited",
  "observed_restamped",
  "indexed",
];

/** One for each place and hash. A file that was found by either record is there. */
function mergeLocators(a: readonly Locator[], b: readonly Locator[]): readonly Locator[] {
  const distinct = new Map<string, Locator>();
  for (const locator of [...a, ...b]) {
    const key = keyOf(locator);
    const known = distinct.get(key) ?? locator;
    const line = Math.min(known.line, locator.line);
    distinct.set(key, { ...locator, line, present: known.present || locator.present });
  }
  return [...distinct.values()].sort(compareLocators);
}

/** By path and byte; hashes last, so that two readings of one place have one order. */
function compareLocators(a: Locator, b: Locator): number {
  return (
    compareStrings(a.path, b.path) ||
    a.startByte - b.startByte ||
    a.endByte - b.endByte ||
    compareStrings(a.sha256, b.sha256)
  );
}

function keyOf({ path, startByte, endByte, sha256 }: Locator): string {
  return [path, startByte, endByte, sha256].join("\0");
}

function firstStated<T extends string>(a: T | "none", b: T | "none"): T | "none" {
  if (a === "none" || b === "none") return a === "none" ? b : a;
  return smaller(a, b);
}

function smaller<T extends string>(a: T, b: T): T {
  return compareStrings(a, b) <= 0 ? a : b;
}

function sortKeys(facts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(facts).sort(([a], [b]) => compareStrings(a, b)));
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
