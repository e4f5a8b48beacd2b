import type { EntryKind, EntryMark, EntryRole, SessionIdentity } from "../model/entry.ts";
import type { Instant } from "../model/instant.ts";

/** A file that may hold records of agent sessions. */
export interface TranscriptFile {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  /** Why this path cannot be looked at; absent where it can. What stands below it is neither read nor taken for deleted. */
  readonly unreadable?: string;
}

/** Where a record stands in its file. */
export interface RecordPlace {
  readonly startByte: number;
  readonly endByte: number;
  /** 1-based; 0 where the file has no lines. */
  readonly line: number;
  /** First 16 hex digits of the sha256 of the record's bytes. */
  readonly sha256: string;
}

/** One thing that a transcript says happened, before anything is decided about it. */
export interface TranscriptEvent extends RecordPlace {
  readonly type: "event";
  readonly session: SessionIdentity;
  /**
   * What makes two records the same event: the agent's own id where it has one. `none`: content and order of occurrence in
   * the session tell it (`occursIn`).
   */
  readonly nativeId: string | "none";
  /**
   * Given where the agent writes a record anew under the same id: then the id alone is the event, and of several
   * texts the one with the greatest revision is kept, compared as a string.
   */
  readonly revision?: string;
  /** The place of this event within its record: one record may hold several blocks. */
  readonly ordinal: number;
  /** The session whose order counts repeated contents: the parent's for lines that a fork replays. */
  readonly occursIn: string;
  readonly kind: EntryKind;
  readonly role: EntryRole;
  readonly marks: readonly EntryMark[];
  /** Before redaction. Never empty. */
  readonly text: string;
  readonly textKind: "text" | "markdown";
  readonly title: string;
  readonly time: Instant;
  /** The working directory the record names; `none` when neither it nor its file names one. */
  readonly cwd: string | "none";
  readonly toolUseId: string | "none";
  readonly toolName: string | "none";
  /** A transcript is 2, a hook's spool 1. */
  readonly rank: 1 | 2;
  readonly facts: Readonly<Record<string, string>>;
}

/** Why a record is no event. `reason` is a stable word such as `thinking`, `scaffold`, `mirror`, `empty`. */
export interface SkippedRecord extends RecordPlace {
  readonly type: "skipped";
  readonly reason: string;
}

/** A record of a type this program does not know. Counted by type, never guessed at. */
export interface UnknownRecord extends RecordPlace {
  readonly type: "unknown";
  readonly recordType: string;
}

/** A record that cannot be read: no JSON, too long, of the wrong shape. Reading goes on behind it. */
export interface BrokenRecord extends RecordPlace {
  readonly type: "broken";
  readonly problem: string;
}

/** What a session is called, where its transcript says so. */
export interface SessionTitle {
  readonly type: "title";
  readonly session: SessionIdentity;
  readonly title: string;
}

/** A change to events read before: what they are now. */
export interface EventMarked {
  readonly type: "marked";
  readonly session: SessionIdentity;
  readonly nativeId: string;
  readonly add: readonly EntryMark[];
}

/** What a reader makes of one record, or of one block in it. */
export type TranscriptRecord =
  | TranscriptEvent
  | SkippedRecord
  | UnknownRecord
  | BrokenRecord
  | SessionTitle
  | EventMarked;

/** Some records of a file and how far it has been read with them. */
export interface TranscriptChunk {
  readonly records: readonly TranscriptRecord[];
  /** Everything before this byte is in this chunk or an earlier one. */
  readonly readBytes: number;
  /** JSON, for going on at `readBytes` in another process. */
  readonly state: string;
  /** Bytes of an unfinished last line, left for the next import; 0 in all chunks but the last. */
  readonly tornBytes: number;
}

/** A session that the agent's own records name and whose transcript is gone. */
export interface MissingSession {
  readonly agent: string;
  readonly id: string;
  /** Where it was recorded, as written. */
  readonly cwd: string | "none";
  /** When it was last seen, by the record that names it. */
  readonly time: Instant;
  /** How many of its prompts survive in that record. */
  readonly prompts: number;
}

/** Reads the history one agent keeps. Never writes into its folders, and never follows a link out of the root. */
export interface TranscriptReader {
  /** `claude-code`, `codex`, `gemini`, `opencode`, `cursor`, `jsonl`. */
  readonly agent: string;
  /** `append`: goes on at a byte. `whole`: a changed file is read again from its start. */
  readonly growth: "append" | "whole";
  /** Absolute: the folder the agent uses by default on this machine; whether it exists is another question. */
  readonly defaultRoot: string;
  /**
   * Lists transcripts under a root, sorted by path, and folders below it that cannot be listed (`unreadable`). Refuses with
   * `source_unavailable` where the root itself cannot be.
   */
  list(root: string): Promise<readonly TranscriptFile[]>;
  /**
   * Reads a file from a byte on, in chunks of about a megabyte of records. `state` is what the last chunk before had, or
   * empty. Memory does not grow with the file. A file that cannot be read is a refusal (`source_unavailable`).
   */
  read(
    file: TranscriptFile,
    from: { readonly byte: number; readonly state: string },
  ): AsyncIterable<TranscriptChunk>;
  /** Sessions that the agent's own index names and that have no transcript. */
  listMissing(root: string): Promise<readonly MissingSession[]>;
}
