import type { AdmissionCalls } from "./admission-calls.ts";
import type { ArtifactKind, SourceName } from "./artifact.ts";
import type { CallOptions, RefreshMode } from "./call-options.ts";
import type { CaptureResponse } from "./capture-response.ts";
import type { DoctorResponse } from "./doctor-response.ts";
import type { ExplainResponse } from "./explain-response.ts";
import type { ForgetOptions, ForgetSelectionOptions } from "./forget-options.ts";
import type { ForgetResponse } from "./forget-response.ts";
import type { ImportProgress, ImportResponse } from "./import-response.ts";
import type { MapResponse } from "./map-response.ts";
import type { NotesResponse, RememberResponse } from "./note-response.ts";
import type { ObserveResponse } from "./observe-response.ts";
import type { OpenResponse } from "./open-response.ts";
import type { RefreshProgress, RefreshResponse } from "./refresh-response.ts";
import type { Detail, SearchResponse } from "./search-response.ts";
import type { SecretsResponse } from "./secrets-response.ts";
import type { StatusResponse } from "./status-response.ts";
import type { TimelineKind, TimelineResponse } from "./timeline-response.ts";
import type { VerifyResponse } from "./verify-response.ts";

export type { CallOptions, RefreshMode };

/**
 * How passages are ordered: `lexical` by stems and headings, `exact` by whole lowercase words, `reference` by
 * SQLite's own formula.
 */
export type Ranker = "lexical" | "exact" | "reference";

/** What a search takes beside what every call takes. Several filters must all hold. */
export interface SearchOptions extends CallOptions {
  /** From 1 to 100, by default 5. */
  readonly limit?: number;
  /** Default `lexical`. */
  readonly ranker?: Ranker;
  /** Default all: workspace texts, sessions, memory and captures. A source left out is reported as `not_asked`. */
  readonly sources?: readonly SourceName[];
  /** Sessions whose entries are no candidates, by the agent's own id. */
  readonly excludedSessions?: readonly string[];
  /** Also asks entries whose project is not known; such a hit is marked. Default false. */
  readonly quarantined?: boolean;
  /** Globs over artifact paths; any may match. `!` in front excludes. */
  readonly paths?: readonly string[];
  /** Default all. */
  readonly kinds?: readonly ArtifactKind[];
  /** Default all. Names as `Artifact.language` has them. */
  readonly languages?: readonly string[];
  /** Words that must stand in one heading above the passage. */
  readonly heading?: string;
  /** A passage that holds one of them in any form is no candidate. */
  readonly excludedWords?: readonly string[];
  /** Default `section`. */
  readonly detail?: Detail;
  /** Adds each hit's score as a tree. */
  readonly explain?: boolean;
  /** Adds the path the call took, stage by stage. */
  readonly trace?: boolean;
}

/** What a timeline takes beside what every call takes. Several conditions must all hold. */
export interface TimelineOptions extends CallOptions {
  /** The newest so many, newest first: the default, with 20. From 1 to 1,000; not together with `oldest`. */
  readonly newest?: number;
  /** The oldest so many, oldest first. */
  readonly oldest?: number;
  /** ISO 8601, inclusive. A day, or a time without an offset, is taken in `zone`. */
  readonly since?: string;
  /** ISO 8601, exclusive. */
  readonly until?: string;
  /** The time zone in which days begin, such as `Asia/Kolkata`. Default `UTC`; never the machine's. */
  readonly zone?: string;
  /** Only these sessions, by the agent's own id; any may match. */
  readonly sessions?: readonly string[];
  readonly excludedSessions?: readonly string[];
  /** Default all; any may match. */
  readonly kinds?: readonly TimelineKind[];
  /** Default all. A source left out is reported as `not_asked`. */
  readonly sources?: readonly SourceName[];
  /** Also shows entries whose project is not known, marked. Default false. */
  readonly quarantined?: boolean;
  /** Only events whose time is evidence of when they happened; the others apart, in `unproven` (TIM-05). */
  readonly audit?: boolean;
  /** Goes on behind an earlier answer to the same question. */
  readonly cursor?: string;
  /** Adds the path the call took, stage by stage. */
  readonly trace?: boolean;
}

/** An explanation is of one passage among all, so it takes no filter. */
export interface ExplainOptions extends CallOptions {
  readonly ranker?: Ranker;
}

/** Which lines to open. Lines in the reference itself are used where none are given here. */
export interface OpenOptions extends CallOptions {
  /** 1-based, inclusive. */
  readonly startLine?: number;
  /** 1-based, inclusive. */
  readonly endLine?: number;
}

/** What to list, and how closely. */
export interface MapOptions extends CallOptions {
  /** `identity` modules only, `section` (default) with sections, `full` with the whole text. */
  readonly detail?: Detail;
  /** Globs over artifact paths; any may match. `!` in front excludes. */
  readonly paths?: readonly string[];
  /** Modules, at most. */
  readonly limit?: number;
  /** Goes on behind this module: a path or an `artifact://` reference, in the order maps have. */
  readonly after?: string;
}

/** What a refresh takes. It is always done in full before the call returns. */
export interface RefreshOptions {
  /** UTF-8 bytes of the whole serialized response. Default 12,000. */
  readonly capBytes?: number;
  /** Forgets the index and builds it anew from the inputs; old citations stay resolvable. */
  readonly rebuild?: boolean;
}

/** Whose history to import, and how much of it. */
export interface ImportOptions {
  /** UTF-8 bytes of the whole serialized response. Default 12,000. */
  readonly capBytes?: number;
  /**
   * `claude-code`, `codex`, `gemini`, `opencode`, `cursor`, `jsonl`, or `notes` for the Markdown files that agents take for memory.
   * Default: all of them whose default folder exists.
   */
  readonly from?: string;
  /** Absolute: where that agent's history is; for `notes` the folder of an agent. Default: its own default folder. */
  readonly root?: string;
  /** ISO 8601: leaves out records that say they are older. Those without a time are kept. */
  readonly since?: string;
  /** Writes nothing, and reports what an import would. */
  readonly dryRun?: boolean;
  /**
   * Folders that records name and the absolute ones in this project that took their place. A folder of note files that is named
   * here belongs to the project.
   */
  readonly maps?: readonly { readonly from: string; readonly to: string }[];
  /** Called while the import works. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** A citation together with what it was given with, as a saved response has it: both are checked. */
export interface SavedCitation {
  readonly citation: string;
  /** First 16 hex digits of the sha256 of the excerpt's bytes. */
  readonly excerptSha256: string;
  readonly excerpt?: string;
}

/** What a note says beside its text. */
export interface RememberOptions extends CallOptions {
  /** Default: its first line. */
  readonly title?: string;
  /** A short word such as `decision`, `fact`, `preference`. Default `note`. */
  readonly kind?: string;
  /** ISO 8601: when what it says was seen. Without it the note has no observation, only the time of writing. */
  readonly observedAt?: string;
  /** A citation, which must hold now, or a URL, a ticket, a command. */
  readonly evidence?: string;
  /** The note that it replaces, which is kept and marked. */
  readonly supersedes?: string;
  /** True when an agent writes it: it is marked so for ever. */
  readonly byAgent?: boolean;
  /** The session in which it was written, as the agent names it. */
  readonly session?: string;
}

/** Which notes to list. */
export interface NotesOptions extends CallOptions {
  /** From 1 to 1,000, by default 20. */
  readonly limit?: number;
  readonly kind?: string;
  /** Shows those that were replaced, too. */
  readonly superseded?: boolean;
  /** Shows those whose project is not known, too. */
  readonly quarantined?: boolean;
}

/** How to keep an input outside the context, and what to look for in it. */
export interface PutOptions extends CallOptions {
  /** Part of its reference: letters, digits, dots, dashes and underscores, 40 bytes at most. Two captures of one label are both kept. */
  readonly label?: string;
  /** What to look for in it. */
  readonly query?: string;
  /** Passages, at most; from 1 to 100, by default 5. */
  readonly limit?: number;
}

/** How to run a command whose output is kept. */
export interface CaptureOptions extends PutOptions {
  /** The command is ended after this. Default ten minutes. */
  readonly timeoutMs?: number;
  /** Of each stream; what is more loses its middle. Default 64 MiB. */
  readonly maxBytes?: number;
  /** Where it runs. Default: the workspace. */
  readonly cwd?: string;
}

/** A live check to put on record, as stated by whoever made it. */
export interface NewObservation {
  /** ISO 8601 with an offset: when the upstream was looked at. */
  readonly at: string;
  /** Where the evidence is: a page, a ticket, a command. Refused when empty. */
  readonly evidence: string;
  /** ISO 8601 with an offset, later than `at`: from then on it no longer counts. */
  readonly expires: string;
}

/**
 * The program as a library. A reference may be `path`, `path:12-18`, `path:12-18@<version>`, `artifact://files/path`, or
 * a full citation `artifact://files/path@<version>#L12-L18`, which `citationOf` writes. Every call refuses an option it
 * does not know (`option_unknown`).
 */
export interface Engine
  extends Pick<
    AdmissionCalls,
    "bundle" | "expand" | "ledger" | "ledgerEntry" | "outcome" | "used" | "why"
  > {
  /** The workspace in use, absolute: what artifact paths of `files` are relative to. */
  readonly workspace: string;
  /** Where the store is, absolute. `pages/` inside it is what artifact paths of `records` are relative to. */
  readonly dataFolder: string;
  /** Returns passages that share words with the question, best first, each with a citation verified for this answer. */
  search(query: string, options?: SearchOptions): Promise<SearchResponse>;
  /** Returns what happened, by time: the newest events of every store, all of whose `words` they hold. */
  timeline(words?: string, options?: TimelineOptions): Promise<TimelineResponse>;
  /** Returns exact lines of a text, of its current version or of the one the reference names. */
  open(reference: string, options?: OpenOptions): Promise<OpenResponse>;
  /**
   * Compares each citation with the stored version and with the text that is there now; one that does not hold is an
   * outcome. Only a citation with a version can hold: without one it names whatever stands there now.
   */
  verify(
    citations: readonly (string | SavedCitation)[],
    options?: CallOptions,
  ): Promise<VerifyResponse>;
  /** Lists modules with their sections, or their whole text, without a question. */
  map(options?: MapOptions): Promise<MapResponse>;
  /** Says why a passage stands where it does for a question, or that it is no candidate. */
  explain(query: string, reference: string, options?: ExplainOptions): Promise<ExplainResponse>;
  /** Brings the projection in step with its inputs and the stores' indexes in step with their entries, and returns what changed. */
  refresh(options?: RefreshOptions): Promise<RefreshResponse>;
  /**
   * Reads what agents wrote down of their sessions in this project since the last import, and the note files they keep, and keeps
   * it. It writes nothing into the folders of an agent.
   */
  import(options?: ImportOptions): Promise<ImportResponse>;
  /** Records that somebody looked at the origin of a text. The only call that can make a live answer positive. */
  observe(reference: string, observation: NewObservation): Promise<ObserveResponse>;
  /** Keeps a note on purpose. Secrets are taken out before; the same note given twice is one. */
  remember(text: string, options?: RememberOptions): Promise<RememberResponse>;
  /** Lists the notes of the project, newest first. */
  notes(options?: NotesOptions): Promise<NotesResponse>;
  /** Runs a command without a shell and keeps its output outside the context. */
  capture(command: readonly string[], options?: CaptureOptions): Promise<CaptureResponse>;
  /** Keeps bytes outside the context as `capture` keeps a command's output. */
  put(bytes: Uint8Array, options?: PutOptions): Promise<CaptureResponse>;
  /**
   * Says what a selection holds, and with `confirmed` removes it for good: no byte of it is left in a store, and an import does
   * not bring it back.
   */
  forget(selection: ForgetSelectionOptions, options?: ForgetOptions): Promise<ForgetResponse>;
  /** Says where texts, entries and live checks hold what looks like a secret, and never repeats any of it. */
  secrets(options?: CallOptions): Promise<SecretsResponse>;
  /** Returns counts, dates, sizes and the last refresh, without changing any of them. */
  status(options?: CallOptions): Promise<StatusResponse>;
  /** Reads every stored row and says what does not work and what to do. */
  doctor(options?: CallOptions): Promise<DoctorResponse>;
  /** UTF-16 ranges of `text` that match `words` in some form, for highlighting. */
  locate(
    text: string,
    words: readonly string[],
  ): readonly { readonly start: number; readonly end: number }[];
  /** Closes the stores and deletes nothing. Every later call is refused (`engine_closed`). */
  close(): Promise<void>;
}

/** Where an engine works, and by which clock. */
export interface EngineOptions {
  /** Default: the working directory, or the closest folder above it that has `.exhibit/` or is the root of a repository. */
  readonly workspace?: string;
  /** Opens another project: a name of the configuration (`projects`) or a path. Every answer then says so. */
  readonly project?: string;
  /** Default: `EXHIBIT_HOME`, else `.exhibit` in the workspace. */
  readonly dataFolder?: string;
  /** A fixed clock for tests and studies, milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called while a refresh that a call needs is running. */
  readonly onProgress?: (progress: RefreshProgress) => void;
}
