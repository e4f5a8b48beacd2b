import type { SourceName, StoreName } from "../model/artifact.ts";
import type { RefreshMode } from "../model/engine.ts";
import type { Gap } from "../model/gap.ts";
import type { Project } from "../model/project.ts";
import type { RetentionRule } from "../model/retention.ts";
import type { ProjectionKeeper } from "../pipeline/refresh/keep-projection.ts";
import type { EntryIndexes } from "../pipeline/search/entry-indexes.ts";
import type { SnapshotIndex } from "../pipeline/search/snapshot-index.ts";
import type { Clock } from "../ports/clock.ts";
import type { CommandRunner } from "../ports/command-runner.ts";
import type { ContentStore } from "../ports/content-store.ts";
import type { LocatorReader } from "../ports/entry-store.ts";
import type { FileBytes } from "../ports/file-bytes.ts";
import type { LedgerStore } from "../ports/ledger-store.ts";
import type { NoteSource } from "../ports/note-source.ts";
import type { ObservationLog } from "../ports/observation-log.ts";
import type { IndexKit } from "../ports/passage-index.ts";
import type { Policy } from "../ports/policy.ts";
import type { RefreshLock } from "../ports/refresh-lock.ts";
import type { CurrentReader } from "../ports/source-reader.ts";
import type { TextProcessor } from "../ports/text-processor.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { TranscriptReader } from "../ports/transcript-reader.ts";
import type { EntryStores } from "./entry-stores.ts";

/** An opened store with everything that belongs to it. */
export interface Session {
  readonly store: ContentStore;
  readonly keeper: ProjectionKeeper;
  readonly snapshot: SnapshotIndex;
  /** Why this is not the store that was wanted: an unusable data folder, a database set aside. */
  readonly gaps: readonly Gap[];
  /** True when nothing of it is stored: the data folder cannot be used, or its database is damaged. */
  readonly inMemory: boolean;
}

/** What agents keep of their sessions on this machine, and what reading it takes. */
export interface Transcripts {
  /** Readers of all agents, in the order they are imported; loaded when they are first needed. */
  readonly readers: () => Promise<readonly TranscriptReader[]>;
  /** Sources of Markdown files that are kept as notes; loaded like the readers. */
  readonly noteSources: () => Promise<readonly NoteSource[]>;
  readonly bytes: FileBytes;
  readonly wait: (ms: number) => Promise<void>;
}

/** What every call works with. */
export interface CallParts {
  readonly clock: Clock;
  readonly kit: IndexKit;
  readonly workspace: string;
  readonly dataFolder: string;
  readonly maxAgeDays: number;
  /** How long entries are meant to be kept; a store left out keeps them until they are forgotten. */
  readonly retention: Readonly<Partial<Record<StoreName, RetentionRule>>>;
  /** Sources this workspace has, in the order they are reported. */
  readonly sources: readonly SourceName[];
  /** Opens the store, once; a mode that may not write never creates one. */
  readonly openSession: (mode: RefreshMode) => Promise<Session>;
  /** Says what is there now; a source the workspace does not have has no reader. */
  readonly readerOf: (source: string) => CurrentReader | "none";
  readonly observations: ObservationLog;
  /** Bundles and what became of them. It fails by itself: a call that only answers never needs it. */
  readonly ledger: LedgerStore;
  /** Sessions, memory and captures. */
  readonly entries: EntryStores;
  readonly entryIndexes: EntryIndexes;
  readonly locators: LocatorReader;
  readonly project: Pick<Project, "name" | "roots">;
  readonly transcripts: Transcripts;
  /** The name by which somebody opened another project than the one they stand in. */
  readonly openedAs: string | "here";
  readonly runCommand: CommandRunner["run"];
  readonly openProcessor: (totalBytes: number) => Promise<TextProcessor>;
  /** Which source and path a path typed by a person belongs to. */
  readonly toArtifact: (path: string) => { readonly source: string; readonly path: string };
  /** The path to show for an artifact, relative to the workspace. */
  readonly toDisplayPath: (source: SourceName, path: string) => string;
  readonly lock: Pick<RefreshLock, "holder">;
  /** Globs over artifact paths whose text enters a bundle word for word or not at all. */
  readonly exact: readonly string[];
  /** Texts that the policy `hybrid` admits in any case, by the configuration. */
  readonly pinned: readonly string[];
  /** The policy of this name with these texts pinned; refuses with `policy_unknown` or `policy_invalid`. */
  readonly policyOf: (name: string, pinned: readonly string[]) => Promise<Policy>;
  /** Loads what counts tokens; only what makes a bundle asks for it. */
  readonly tokens: () => Promise<TokenCounter>;
  /** When a clean file was last committed, for showing beside its text; never an observation. */
  readonly committedAt: (path: string) => Promise<string | "unknown">;
}
