import { hash } from "node:crypto";
import type { Origin } from "../../model/artifact.ts";
import { artifactRef } from "../../model/artifact-ref.ts";
import type {
  Attribution,
  Entry,
  EntryMark,
  Redaction,
  SessionIdentity,
} from "../../model/entry.ts";
import type { NewEntry } from "../../ports/entry-store.ts";
import type { TranscriptEvent } from "../../ports/transcript-reader.ts";
import { identifyEvent } from "./identify-event.ts";

/** Takes secrets out of a text and counts them. */
export type Redact = (text: string) => {
  readonly text: string;
  readonly redactions: readonly Redaction[];
};

/** An event whose text is as it will be kept. */
export interface CleanEvent {
  readonly event: TranscriptEvent;
  /** UTF-8: half a surrogate pair is U+FFFD in it. */
  readonly bytes: Uint8Array;
  readonly text: string;
  /** sha256 of `bytes`. */
  readonly version: string;
  readonly redactions: readonly Redaction[];
}

/** What an entry is beside its event. */
export interface EntryPlace {
  readonly attribution: Attribution;
  /** How often the same was said before; counts only where the event has no id. */
  readonly occurrence: number;
  /** Place within its session. */
  readonly seq: number;
  /** Of the file. */
  readonly path: string;
  /** ISO 8601, UTC. */
  readonly indexedAt: string;
}

/** Returns an event with its secrets taken out. `text` is the event's, without what this program put into it. */
export function cleanEvent(event: TranscriptEvent, text: string, redact: Redact): CleanEvent {
  const clean = redact(text);
  const bytes = Buffer.from(clean.text);
  const version = hash("sha256", bytes, "hex");
  return { event, bytes, text: clean.text, version, redactions: clean.redactions };
}

/** Returns the entry of an event. Nothing in it comes from the clock but `indexedAt`, and nothing from a neighbor. */
export function toEntry(clean: CleanEvent, place: EntryPlace, redact: Redact): NewEntry {
  const { event, bytes, version, redactions } = clean;
  const path = identifyEvent(event, version, place.occurrence);
  const { startByte, endByte, line, sha256 } = event;
  const entry: Entry = {
    ref: artifactRef("sessions", path),
    store: "sessions",
    path,
    version,
    byteLength: bytes.length,
    textKind: event.textKind,
    kind: event.kind,
    role: event.role,
    title: titleOfEvent(clean, redact),
    time: event.time,
    indexedAt: place.indexedAt,
    session: cleanSession(event.session, redact),
    seq: place.seq,
    attribution: place.attribution,
    recordedIn: event.cwd === "none" ? "unknown" : cleanName(event.cwd, redact),
    origin: originOf(event),
    marks: [...new Set(event.marks)].sort(),
    toolUseId: cleanName(event.toolUseId, redact),
    toolName: cleanName(event.toolName, redact),
    evidence: "none",
    supersedes: "none",
    supersededBy: "none",
    redactions,
    locators: [{ path: place.path, startByte, endByte, line, sha256, present: true }],
    rank: event.rank,
    facts: redactFacts(factsOf(event), redact),
  };
  return { entry, text: bytes };
}

/** Shorter names hold no secret that has a form of its own. */
const MIN_SECRET_CHARS = 16;
/** Few names stand in many records. */
const MAX_KNOWN_NAMES = 4_096;
const knownNames = new Map<string, string>();

/** Whoever writes a transcript may put anything into the names beside its texts. */
function cleanName(name: string, redact: Redact): string {
  if (name.length < MIN_SECRET_CHARS) return name;
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const clean = redact(wellFormed(name)).text;
  if (knownNames.size >= MAX_KNOWN_NAMES) knownNames.clear();
  knownNames.set(name, clean);
  return clean;
}

function cleanSession(session: SessionIdentity, redact: Redact): SessionIdentity {
  return {
    agent: session.agent,
    id: cleanName(session.id, redact),
    parentId: cleanName(session.parentId, redact),
    agentId: cleanName(session.agentId, redact),
  };
}

/** UTF-16 units of a message that stand for it in a list. */
const MAX_TITLE_CHARS = 80;

/** Of a message the first words of the text kept: a title cut from the text before could show half a secret. */
function titleOfEvent({ event, text }: CleanEvent, redact: Redact): string {
  const isTool = event.kind === "tool_call" || event.kind === "tool_result";
  return titleOf(isTool ? redact(event.title).text : text.slice(0, MAX_TITLE_CHARS * 20));
}

/** Returns the first line of a text that is redacted, cut to what a list shows of it. */
export function titleOf(from: string): string {
  const line = from.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? "";
  if (line.length <= MAX_TITLE_CHARS) return wellFormed(line.trimEnd());
  return `${wellFormed(line.slice(0, MAX_TITLE_CHARS - 1)).replace(/[\s\ufffd]+$/, "")}…`;
}

/**
 * Who wrote the text (docs/glossary.md, origin). What an assistant says, calls, sums up, or tells a sub-agent to do is an agent's.
 * What a tool returned or the agent's program put in was made by a program; so is what nobody is named for, since a person's word
 * counts for more. The rest is a person's word.
 */
function originOf({ kind, role, marks }: TranscriptEvent): Origin {
  const has = (mark: EntryMark): boolean => marks.includes(mark);
  if (has("agent") || has("derived") || kind === "summary" || kind === "tool_call") {
    return "agent-generated";
  }
  if (kind === "tool_result" || kind === "system" || role === "system" || role === "tool") {
    return "rendered";
  }
  if (role === "assistant" || has("sidechain")) return "agent-generated";
  return has("synthetic") || role === "unknown" ? "rendered" : "authored";
}

/** The revision stays with the entry, for comparing it with the next (`mergeEntries`). */
function factsOf({ facts, revision }: TranscriptEvent): Readonly<Record<string, string>> {
  return revision === undefined ? facts : { ...facts, revision };
}

function redactFacts(
  facts: Readonly<Record<string, string>>,
  redact: Redact,
): Readonly<Record<string, string>> {
  const names = Object.keys(facts);
  if (names.length === 0) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      cleanName(name, redact),
      redact(wellFormed(value)).text,
    ]),
  );
}

/** Half of a surrogate pair, which a transcript's JSON can hold and no UTF-8 can. */
const LONE_SURROGATE = /\p{Cs}/gu;
const ANY_HALF = /[\ud800-\udfff]/;

function wellFormed(text: string): string {
  return ANY_HALF.test(text) ? text.replace(LONE_SURROGATE, "\ufffd") : text;
}
