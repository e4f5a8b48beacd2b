import type { ArtifactRef, StoreName } from "../model/artifact.ts";
import type { Entry, EntryKind, EntryMark, Locator } from "../model/entry.ts";
import type { DeadDocument, LiveSegment, SegmentStore } from "./passage-index.ts";

/** An entry on its way into a store. Where an entry of this path is kept already, both become one by `mergeEntries`. */
export interface NewEntry {
  readonly entry: Entry;
  /** After redaction, UTF-8; hashes to `entry.version`. */
  readonly text: Uint8Array;
}

/** How far an outside file was read. */
export interface ReadFile {
  readonly agent: string;
  /** Absolute. */
  readonly path: string;
  /** Bytes read and kept; the next read starts here. */
  readonly readBytes: number;
  /** Of the file when it was last read. */
  readonly size: number;
  readonly mtimeNs: bigint;
  /** First 16 hex digits of the sha256 of its first 4,096 bytes (or fewer, when it had fewer; `headBytes` says how many). */
  readonly headSha256: string;
  readonly headBytes: number;
  /** What the reader needs to go on in the middle; JSON, opaque to the store. */
  readonly state: string;
  /** False when it was no longer there at the last import. */
  readonly present: boolean;
}

/** What a session is called, after redaction. */
export interface NewSessionTitle {
  readonly agent: string;
  /** As `SessionIdentity.id`. */
  readonly id: string;
  readonly title: string;
}

/** What one transaction writes: entries and how far their file was read, or neither. */
export interface EntryBatch {
  readonly entries: readonly NewEntry[];
  readonly files: readonly ReadFile[];
  /** Each replaces what its session was called before; the title goes for good when an entry of the session is forgotten. */
  readonly titles?: readonly NewSessionTitle[];
}

/** What became of the entries of a batch. */
export interface AppendReport {
  readonly added: number;
  /** Known before; a locator or a better time may have been added. */
  readonly seen: number;
  /** Known before, with another text. */
  readonly changed: number;
  /** Left out because somebody had them forgotten. */
  readonly forgotten: number;
}

/** Which entries a caller may see. Every read names it: there is no unfiltered one (SCO-06). */
export interface EntryScope {
  /** Entries whose project is unknown are shown only when asked for by name (SCO-03). */
  readonly quarantined: "hidden" | "only" | "shown";
}

/** Which entries of a store a list holds. Times are half-open: `since` counts, `until` does not. */
export interface EntryWindow {
  readonly scope: EntryScope;
  readonly order: "newest" | "oldest";
  /** Milliseconds since 1970. */
  readonly sinceMs?: number;
  readonly untilMs?: number;
  /** Session ids, as `SessionIdentity.id`; any may match. */
  readonly sessions?: readonly string[];
  readonly excludedSessions?: readonly string[];
  readonly kinds?: readonly EntryKind[];
  /** Only these, as a search by words found them. */
  readonly refs?: readonly ArtifactRef[];
  readonly limit: number;
  /** Goes on behind this place, in the order asked. */
  readonly after?: EntryPlace;
}

/** A place in a list by time; ties by reference. `newest` is exactly the reverse of `oldest`, ties included. */
export interface EntryPlace {
  readonly epochMs: number;
  readonly ref: ArtifactRef;
}

/** Dated entries in the order asked, and how many the window holds outside this page. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  /** Behind the last entry of the page. */
  readonly omitted: number;
}

/** Entries without a time, by session and place in it, and how many there are. */
export interface UndatedPage {
  readonly entries: readonly Entry[];
  readonly count: number;
}

/** The state of an entry store, as one number that grows with every change that a reader could see. */
export interface EntryGeneration {
  readonly id: number;
  /** Those in quarantine included, as in `undatedCount`. */
  readonly entryCount: number;
  readonly undatedCount: number;
  readonly quarantinedCount: number;
  /** Entries that the index does not hold yet. */
  readonly unindexedCount: number;
  /** ISO 8601, UTC, of the newest entry that has a time of basis `observed`; those in quarantine do not count. */
  readonly newestObservedAt: string | "unknown";
  readonly oldestObservedAt: string | "unknown";
  /** ISO 8601, UTC: when something was last kept; `unknown` in an empty store. */
  readonly changedAt: string | "unknown";
}

/** What is to be forgotten. All conditions given must hold; none given selects nothing. */
export interface ForgetSelection {
  readonly refs?: readonly ArtifactRef[];
  readonly sessions?: readonly string[];
  /** The agent or other origin: `claude-code`, `note`, a capture label. */
  readonly agents?: readonly string[];
  /** Entries whose time is before this; undated ones are never selected by it. Milliseconds since 1970. */
  readonly beforeMs?: number;
}

/** What forgetting removed, or would remove. */
export interface ForgetReport {
  readonly refs: readonly ArtifactRef[];
  readonly textBytes: number;
}

/** A reference that was forgotten: it keeps a re-import from bringing the entry back, and holds nothing of its text. */
export interface Tombstone {
  readonly ref: ArtifactRef;
  /** ISO 8601, UTC. */
  readonly forgottenAt: string;
}

/** Texts that the index does not hold yet, oldest kept first. */
export interface UnindexedBatch {
  readonly items: readonly { readonly entry: Entry; readonly text: Uint8Array }[];
  /** Pass it to `publishIndex`. */
  readonly through: number;
}

/** What `publishIndex` makes searchable, in one short transaction. */
export interface IndexPublication {
  /**
   * The watermark the work began at, as `watermark()` said before anything else was read. Refused (`store_conflict`) when it
   * was moved since, and when what was read since then was replaced or forgotten.
   */
  readonly from: number;
  readonly through: number;
  /** The complete list of segments from now on. */
  readonly segments: readonly LiveSegment[];
  /** Dead documents that these segments no longer hold alive. */
  readonly buried: readonly DeadDocument[];
}

/** What an entry store takes on disk. */
export interface EntryStoreSizes {
  readonly databaseBytes: number;
  readonly walBytes: number;
  readonly textBytes: number;
  readonly indexBytes: number;
}

/**
 * Keeps dated entries with their texts and an index over them, in one database file of one project. Promises:
 * - A batch is kept whole, with the position of its file, or not at all; it is on disk when `append` returns.
 * - Appending the same entries again, in any order and from any number of processes, gives the same entries.
 * - A text that does not hash to its version is `"damaged"`, never returned.
 * - A forgotten entry leaves no byte of its text in the file, its log, its free pages or its index.
 * - No read waits for a writer; where a process is just creating or repairing the log it waits as long as the store was opened
 *   with, and then refuses.
 * - Foreign errors arrive as refusals: `store_busy`, `store_corrupt`, `store_full`, `store_readonly`, `store_newer`,
 *   and `scope_unresolved` for a file that belongs to another project.
 */
export interface EntryStore extends SegmentStore {
  readonly name: StoreName;
  /** False when this process may only read. */
  readonly writable: boolean;
  /** Counts and dates as they are now. */
  generation(): Promise<EntryGeneration>;

  /** Keeps a batch in one transaction. */
  append(batch: EntryBatch): Promise<AppendReport>;
  /** How far the files of one agent were read, or of all, sorted by path. */
  files(agent?: string): Promise<readonly ReadFile[]>;
  /** How many locators with this record hash the file has before this byte: tells repeated records of one file apart. */
  countLocators(path: string, sha256: string, beforeByte: number): Promise<number>;
  /** Adds and removes marks and sets facts of one entry; false when there is none. */
  mark(
    ref: ArtifactRef,
    change: {
      readonly add?: readonly EntryMark[];
      readonly supersededBy?: ArtifactRef | "none";
    },
  ): Promise<boolean>;

  /** The entries that exist among those asked for and lie in the scope, in the order asked. */
  entries(refs: readonly ArtifactRef[], scope: EntryScope): Promise<readonly Entry[]>;
  /** Entries whose text has this version; `versionPrefix` is at least 8 hex digits. */
  findVersions(versionPrefix: string, scope: EntryScope): Promise<readonly Entry[]>;
  /** Dated entries by time; `limit` counts after every condition. */
  list(window: EntryWindow): Promise<EntryPage>;
  /** Entries without a time, under the same conditions but those on time. */
  undated(
    window: Omit<EntryWindow, "sinceMs" | "untilMs" | "after" | "order">,
  ): Promise<UndatedPage>;
  /** Returns one text for each version, in the order asked. */
  readTexts(versions: readonly string[]): Promise<readonly (Uint8Array | "missing" | "damaged")[]>;
  /** Every session with its first and last time and its number of entries, newest first. */
  sessions(scope: EntryScope): Promise<readonly SessionSummary[]>;

  /**
   * Entries the index does not hold, up to about `maxBytes` of text; empty when it holds all. `after` goes on behind the
   * `through` of an earlier batch that is not published yet.
   */
  unindexed(maxBytes: number, after?: number): Promise<UnindexedBatch>;
  /** How far the index reaches now: what a publication has to begin at. */
  watermark(): Promise<number>;
  /** Documents that the index still holds alive and that are gone or changed. */
  deadDocuments(): Promise<readonly DeadDocument[]>;
  /** Makes staged segments the searched ones; refuses with `store_conflict`. */
  publishIndex(publication: IndexPublication): Promise<void>;
  /** Forgets the index, so that everything is unindexed again (a new analyzer, a damaged row). */
  dropIndex(): Promise<void>;
  /** The version of analyzer and splitter that the index was made by; `none` without one. */
  indexVersion(): Promise<string | "none">;
  /** Remembers what the index is made by from now on. */
  setIndexVersion(version: string): Promise<void>;

  /** What a selection holds, without removing it. */
  select(selection: ForgetSelection): Promise<ForgetReport>;
  /**
   * Removes entries, texts, locators and tombstones them. The index is not touched: publish one without them, then call
   * `scrub`, which overwrites what was freed.
   */
  forget(refs: readonly ArtifactRef[], at: string): Promise<ForgetReport>;
  /**
   * Rewrites the file without free pages and empties its log: nothing that was removed is left in either. Refuses with
   * `store_busy` when a reader is in the way; what was removed may then still be in the file, so call it again.
   */
  scrub(): Promise<void>;
  /** What was forgotten, newest first. */
  tombstones(): Promise<readonly Tombstone[]>;

  /** Reads every row and returns what does not check out, worst first; empty when sound. */
  check(): Promise<readonly string[]>;
  /** Measures the store as it is now. */
  sizes(): Promise<EntryStoreSizes>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** One agent session as the store holds it. */
export interface SessionSummary {
  readonly agent: string;
  readonly id: string;
  readonly title: string | "unknown";
  readonly entryCount: number;
  readonly firstAt: string | "unknown";
  readonly lastAt: string | "unknown";
  /** False when no file of it was found at the last import. */
  readonly present: boolean;
}

/** Says whether the bytes an entry was read from are still there. */
export interface LocatorReader {
  /** `current` when the same bytes stand at the same place of the file; never an error. */
  judge(locator: Locator): Promise<"current" | "changed" | "gone" | "unchecked">;
}
