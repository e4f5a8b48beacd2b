import type { Entry, EntryKind } from "../../model/entry.ts";
import { type Instant, isDated, toEpochMs, UNKNOWN_INSTANT } from "../../model/instant.ts";

/** Numbers of kinds in the file: their places here. Only ever added to. */
export const ENTRY_KINDS: readonly EntryKind[] = [
  "message",
  "tool_call",
  "tool_result",
  "summary",
  "system",
  "note",
  "capture",
];

/** The part of an entry that no statement asks for. Names are short because a million rows repeat them. */
interface Attributes {
  readonly x: Entry["textKind"];
  readonly r: Entry["role"];
  readonly t: string;
  /** Basis, time, precision, offset. */
  readonly w?: readonly string[];
  readonly i: string;
  readonly o: Entry["origin"];
  readonly n: number;
  readonly m?: Entry["marks"];
  readonly u?: string;
  readonly l?: string;
  readonly e?: string;
  readonly s?: Entry["supersedes"];
  readonly b?: Entry["supersededBy"];
  readonly d?: Entry["redactions"];
  readonly f?: Entry["facts"];
  /** Only where the reference does not spell it. */
  readonly p?: string;
}

/** What `fromAttributes` returns: the entry without what its row's own columns say. */
export type DescribedEntry = Omit<
  Entry,
  | "ref"
  | "store"
  | "version"
  | "byteLength"
  | "kind"
  | "session"
  | "seq"
  | "attribution"
  | "recordedIn"
  | "locators"
>;

/** Returns the attributes of an entry, ready to be sealed; what is `none` or empty takes no room. */
export function toAttributes(entry: Entry, spelledPath: string): Attributes {
  const { textKind: x, role: r, title: t, indexedAt: i, origin: o, rank: n } = entry;
  // Filled field by field: spreading eleven objects took a tenth of an append.
  const attributes: { -readonly [K in keyof Attributes]: Attributes[K] } = { x, r, t, i, o, n };
  if (entry.time.basis !== "unknown") attributes.w = toWords(entry.time);
  if (entry.marks.length > 0) attributes.m = entry.marks;
  if (entry.toolUseId !== "none") attributes.u = entry.toolUseId;
  if (entry.toolName !== "none") attributes.l = entry.toolName;
  if (entry.evidence !== "none") attributes.e = entry.evidence;
  if (entry.supersedes !== "none") attributes.s = entry.supersedes;
  if (entry.supersededBy !== "none") attributes.b = entry.supersededBy;
  if (entry.redactions.length > 0) attributes.d = entry.redactions;
  if (Object.keys(entry.facts).length > 0) attributes.f = entry.facts;
  if (entry.path !== spelledPath) attributes.p = entry.path;
  return attributes;
}

/** The inverse of `toAttributes`. */
export function fromAttributes(attributes: Attributes, spelledPath: string): DescribedEntry {
  return {
    path: attributes.p ?? spelledPath,
    textKind: attributes.x,
    role: attributes.r,
    title: attributes.t,
    time: attributes.w === undefined ? UNKNOWN_INSTANT : fromWords(attributes.w),
    indexedAt: attributes.i,
    origin: attributes.o,
    marks: attributes.m ?? [],
    toolUseId: attributes.u ?? "none",
    toolName: attributes.l ?? "none",
    evidence: attributes.e ?? "none",
    supersedes: attributes.s ?? "none",
    supersededBy: attributes.b ?? "none",
    redactions: attributes.d ?? [],
    rank: attributes.n,
    facts: attributes.f ?? {},
  };
}

/** Returns the time that orders an entry, or null (as its column) where it has none. */
export function toOrderMs(time: Instant): number | null {
  if (!isDated(time)) return null;
  const ms = toEpochMs(time);
  return Number.isSafeInteger(ms) ? ms : null;
}

function toWords(time: Instant): readonly string[] {
  return time.basis === "unknown" ? [] : [time.basis, time.at, time.precision, time.offset];
}

function fromWords([basis, at, precision, offset]: readonly string[]): Instant {
  return { at, basis, precision, offset } as Instant;
}

export type { Attributes as EntryAttributes };
