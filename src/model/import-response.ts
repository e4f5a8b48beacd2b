import type { Envelope } from "./envelope.ts";
import type { Instant } from "./instant.ts";

/** What an import found, kept and left out, agent by agent. */
export interface ImportResponse extends Envelope<"exhibit.import/1"> {
  /** True when nothing was written: the counts are what an import would report now. */
  readonly dryRun: boolean;
  /** ISO 8601, UTC: earlier records were left out; `none` when all were read. */
  readonly since: string | "none";
  /** In the order they were read; those that do not fit the cap are counted in `budget.dropped`. */
  readonly agents: readonly AgentImport[];
  /** Over all agents, shown or not. */
  readonly totals: ImportTotals;
  /** Entries that were added to the indexes by this call. */
  readonly indexed: number;
  /** Answers behind bundles of this program, whose use of these was recorded now. */
  readonly uses: number;
  /** Entries in the sessions now, quarantined ones included; 0 where only notes were asked for. */
  readonly entryCount: number;
  /** Entries in the memory now, quarantined ones included; 0 where notes were not asked for. */
  readonly memoryEntryCount: number;
  /** By the engine's clock, so zero under a fixed one. */
  readonly elapsedMs: number;
}

/** The counts that say at a glance what an import came to. */
export interface ImportTotals {
  readonly filesRead: number;
  readonly new: number;
  readonly seen: number;
  readonly changed: number;
  readonly outside: number;
  readonly quarantined: number;
  readonly bytesRead: number;
}

/** What one agent's history came to, or one source of notes. */
export interface AgentImport {
  /** `claude-memory` and `instructions` are sources of notes. */
  readonly agent: string;
  /** Absolute. Of `instructions` the home folder, unless another was named; the folders above the project are looked in, too. */
  readonly root: string;
  /** `missing`: there is no such folder; `failed`: it cannot be listed; `partial`: some of its files could not be read. */
  readonly status: "ok" | "partial" | "missing" | "failed";
  /** Why it is not `ok`; absent when it is. */
  readonly reason?: string;
  readonly files: ImportedFiles;
  readonly events: ImportedEvents;
  /** Records that are no events, or are left out by rule, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Events of other projects: how many, and of how many folders. Their names and texts are nobody's business here. */
  readonly outside: { readonly events: number; readonly folders: number };
  /** Events kept whose project nobody knows: hidden until asked for by name. */
  readonly quarantined: number;
  /** Events kept that have no time to order them by. */
  readonly undated: number;
  /** Records of types this program does not know, by type. */
  readonly unknownTypes: Readonly<Record<string, number>>;
  readonly broken: BrokenRecords;
  /** Files whose last line is unfinished, and the bytes left for the next import. */
  readonly torn: { readonly files: number; readonly bytes: number };
  readonly missingSessions: MissingSessions;
  /** Secrets taken out of the events kept, by kind. */
  readonly redactions: Readonly<Record<string, number>>;
  readonly bytesRead: number;
}

/** The files of one agent. */
export interface ImportedFiles {
  readonly listed: number;
  readonly read: number;
  /** Nothing in them changed since the last import. */
  readonly unchanged: number;
  readonly failed: number;
  /** Read before and deleted since: what was kept of them stays. */
  readonly gone: number;
}

/** What became of the events of this project. */
export interface ImportedEvents {
  readonly new: number;
  /** Kept before; perhaps this is another place where they stand. */
  readonly seen: number;
  /** Kept before with another text. */
  readonly changed: number;
  /** Left out because somebody had them forgotten. */
  readonly forgotten: number;
}

/** Records that could not be read; reading went on behind each. */
export interface BrokenRecords {
  readonly count: number;
  /** The first few. */
  readonly places: readonly {
    readonly path: string;
    readonly line: number;
    readonly problem: string;
  }[];
}

/** Sessions of this project that the agent's own records name and whose transcript it deleted. */
export interface MissingSessions {
  readonly count: number;
  /** Prompts that the agent's records still hold, over all of them. */
  readonly prompts: number;
  /** How many of them were imported before their transcript was deleted. */
  readonly kept: number;
  /** The first few. */
  readonly sessions: readonly { readonly id: string; readonly time: Instant }[];
}

/** Called while an import works; numbers only grow within a phase. */
export interface ImportProgress {
  readonly phase: "reading" | "indexing";
  /** Empty while indexing, which is for all agents together. */
  readonly agent: string;
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** Entries kept, or indexed, so far. */
  readonly entries: number;
  readonly elapsedMs: number;
}
