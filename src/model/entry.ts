import type { ArtifactKind, ArtifactRef, Origin, StoreName } from "./artifact.ts";
import type { Instant } from "./instant.ts";

/** What an entry is. `summary` is derived from others, never said by anybody. */
export type EntryKind =
  | "message"
  | "tool_call"
  | "tool_result"
  | "summary"
  | "system"
  | "note"
  | "capture";

/** Who it came from. Text of a tool or a file keeps that role for ever: it is never a user's word. */
export type EntryRole = "user" | "assistant" | "system" | "tool" | "unknown";

/**
 * What else is true of an entry, alphabetical.
 *
 * - `agent` written by an agent on its own account, not by a person
 * - `derived` made from other entries (a compaction summary)
 * - `failed` the tool or command reported an error
 * - `rewound` taken back later in its session
 * - `sidechain` said inside a sub-agent
 * - `synthetic` put in by the agent's program, not by the person whose role it has
 */
export type EntryMark = "agent" | "derived" | "failed" | "rewound" | "sidechain" | "synthetic";

/** The agent session an entry belongs to. */
export interface SessionIdentity {
  /** `claude-code`, `codex`, `gemini`, `opencode`, `cursor`, or what a plain file names. */
  readonly agent: string;
  /** As the agent names it. */
  readonly id: string;
  /** The session that started this one, or that it was forked from. */
  readonly parentId: string | "none";
  /** The sub-agent inside the session. */
  readonly agentId: string | "none";
}

/** How the project of an entry is known. `here`: it was made in this project. `unknown` puts it into quarantine. */
export type Attribution = "cwd" | "map" | "here" | "unknown";

/** Bytes of an outside file that an entry was read from. */
export interface Locator {
  /** Absolute, as this machine spells it. */
  readonly path: string;
  /** Byte range in the file, end exclusive. A database row has 0 and 0. */
  readonly startByte: number;
  readonly endByte: number;
  /** 1-based; 0 where the file has no lines. */
  readonly line: number;
  /** First 16 hex digits of the sha256 of those bytes. */
  readonly sha256: string;
  /** False when the last import no longer found the file. */
  readonly present: boolean;
}

/** How many secrets of one kind were taken out of a text before it was kept. */
export interface Redaction {
  readonly kind: string;
  readonly count: number;
}

/**
 * One thing with a time that a store keeps: an event of an agent session, a note, a capture. Its text is kept once, after
 * redaction; all else is here. Two records of one thing (a resumed session, a hook and a transcript) are one entry with
 * several locators.
 */
export interface Entry {
  /** `artifact://sessions/claude-code/<16 hex digits>`: the same whichever file it is read from. */
  readonly ref: ArtifactRef;
  readonly store: StoreName;
  /** The reference without its store. */
  readonly path: string;
  /** sha256 of the text kept, UTF-8, 64 lowercase hex digits. */
  readonly version: string;
  /** Of the text kept. */
  readonly byteLength: number;
  /** How the text is split into passages. */
  readonly textKind: ArtifactKind;
  readonly kind: EntryKind;
  readonly role: EntryRole;
  /** What a list shows: a tool's name, a note's title, the first words of a message. */
  readonly title: string;
  /** When it happened, by whoever wrote it down. Never the time of import, of the file or of a neighbor. */
  readonly time: Instant;
  /** ISO 8601, UTC: when this program first kept it. Orders nothing (TIM-04). */
  readonly indexedAt: string;
  readonly session: SessionIdentity | "none";
  /** Place within its session, by file order; compares entries of one session only. */
  readonly seq: number;
  readonly attribution: Attribution;
  /** The working directory it was recorded in, as written there. */
  readonly recordedIn: string | "unknown";
  readonly origin: Origin;
  /** Sorted, each once. */
  readonly marks: readonly EntryMark[];
  /** The id by which an agent joins a call and its result. */
  readonly toolUseId: string | "none";
  readonly toolName: string | "none";
  /** A citation that the writer of a note gave. */
  readonly evidence: string | "none";
  /** The entry that this one replaces, and the one that replaced it. */
  readonly supersedes: ArtifactRef | "none";
  readonly supersededBy: ArtifactRef | "none";
  readonly redactions: readonly Redaction[];
  /** Sorted by path and byte. */
  readonly locators: readonly Locator[];
  /** How trustworthy its record is: a transcript (2) speaks before a hook's spool (1). */
  readonly rank: number;
  /** Free-form facts by name: a command's exit code, a note's kind, a model, a branch. */
  readonly facts: Readonly<Record<string, string>>;
}
