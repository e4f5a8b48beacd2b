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
  return {
    x: entry.textKind,
    r: entry.role,
    t: entry.title,
    i: entry.indexedAt,
    o: entry.origin,
    n: entry.rank,
    ...(entry.time.basis === "unknown" ? {} : { w: toWords(entry.time) }),
    ...(entry.marks.length === 0 ? {} : { m: entry.marks }),
    ...(entry.toolUseId === "none" ? {} : { u: entry.toolUseId }),
    ...(entry.toolName === "none" ? {} : { l: entry.toolName }),
    ...(entry.evidence === "none" ? {} : { e: entry.evidence }),
    ...(entry.supersedes === "none" ? {} : { s: entry.supersedes }),
    ...(entry.supersededBy === "none" ? {} : { b: entry.supersededBy }),
    ...(entry.redactions.length === 0 ? {} : { d: entry.redactions }),
    ...(Object.keys(entry.facts).length === 0 ? {} : { f: entry.facts }),
    ...(entry.path === spelledPath ? {} : { p: entry.path }),
  };
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
