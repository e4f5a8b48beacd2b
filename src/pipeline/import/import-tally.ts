import type { Redaction } from "../../model/entry.ts";
import type {
  AgentImport,
  BrokenRecords,
  ImportedFiles,
  MissingSessions,
} from "../../model/import-response.ts";
import type { AppendReport } from "../../ports/entry-store.ts";
import type { BrokenRecord } from "../../ports/transcript-reader.ts";

/** Places of broken records that are shown; the rest are counted. */
const MAX_PLACES = 5;
/** Names of record types are another program's words: so many are told apart, and each only at this length. */
const MAX_TYPES = 40;
const MAX_TYPE_CHARS = 60;
/** Folders of other projects are told apart up to here. */
const MAX_FOLDERS = 10_000;

/** Counts what becomes of the records of one agent. */
export class ImportTally {
  readonly #files = { listed: 0, read: 0, unchanged: 0, failed: 0, gone: 0 };
  readonly #events = { new: 0, seen: 0, changed: 0, forgotten: 0 };
  readonly #torn = { files: 0, bytes: 0 };
  readonly #skipped = new Map<string, number>();
  readonly #unknownTypes = new Map<string, number>();
  readonly #redactions = new Map<string, number>();
  readonly #folders = new Set<string>();
  readonly #places: BrokenRecords["places"][number][] = [];
  #failure = "";
  #missing: MissingSessions = { count: 0, prompts: 0, kept: 0, sessions: [] };
  #outside = 0;
  #quarantined = 0;
  #undated = 0;
  #broken = 0;
  #kept = 0;
  #bytesRead = 0;

  /** Counts files by what became of them. */
  file(outcome: keyof ImportedFiles, count = 1): void {
    this.#files[outcome] += count;
  }

  /** Notes why something could not be read, in words; the first reason is the one that is shown. */
  failure(reason: string): void {
    if (this.#failure === "") this.#failure = reason;
  }

  /** Counts what a store made of a batch. */
  appended(report: AppendReport): void {
    this.#events.new += report.added;
    this.#events.seen += report.seen;
    this.#events.changed += report.changed;
    this.#events.forgotten += report.forgotten;
  }

  /** Counts a record that is left out, by a stable word. */
  skipped(reason: string): void {
    addTo(this.#skipped, reason, 1);
  }

  /** Counts an event of another project; its folder is counted and never named. */
  outside(cwd: string): void {
    this.#outside += 1;
    if (this.#folders.size < MAX_FOLDERS) this.#folders.add(cwd);
  }

  /** Counts an event that is kept. */
  kept(event: {
    readonly isQuarantined: boolean;
    readonly isDated: boolean;
    readonly redactions: readonly Redaction[];
  }): void {
    this.#kept += 1;
    if (event.isQuarantined) this.#quarantined += 1;
    if (!event.isDated) this.#undated += 1;
    for (const { kind, count } of event.redactions) addTo(this.#redactions, kind, count);
  }

  /** Counts a record of a type this program does not know. */
  unknownType(recordType: string): void {
    const name = recordType.slice(0, MAX_TYPE_CHARS);
    const isTold = this.#unknownTypes.has(name) || this.#unknownTypes.size < MAX_TYPES;
    addTo(this.#unknownTypes, isTold ? name : "others", 1);
  }

  /** Counts a record that could not be read. */
  broken(path: string, { line, problem }: BrokenRecord): void {
    this.#broken += 1;
    if (this.#places.length < MAX_PLACES) this.#places.push({ path, line, problem });
  }

  /** Counts a file whose last line is unfinished; 0 bytes is none. */
  torn(bytes: number): void {
    if (bytes <= 0) return;
    this.#torn.files += 1;
    this.#torn.bytes += bytes;
  }

  /** Takes the sessions that are gone. */
  missing(sessions: MissingSessions): void {
    this.#missing = sessions;
  }

  /** Counts bytes read. */
  read(bytes: number): void {
    this.#bytesRead += bytes;
  }

  /** Events kept so far, new or not. */
  entries(): number {
    return this.#kept;
  }

  /** The counts as they are now. */
  report(
    given: Pick<AgentImport, "agent" | "root"> & Partial<Pick<AgentImport, "status" | "reason">>,
  ): AgentImport {
    const { agent, root, reason = this.#failure } = given;
    return {
      agent,
      root,
      status: given.status ?? (this.#failure === "" ? "ok" : "partial"),
      ...(reason === "" ? {} : { reason }),
      files: { ...this.#files },
      events: { ...this.#events },
      skipped: sorted(this.#skipped),
      outside: { events: this.#outside, folders: this.#folders.size },
      quarantined: this.#quarantined,
      undated: this.#undated,
      unknownTypes: sorted(this.#unknownTypes),
      broken: { count: this.#broken, places: [...this.#places] },
      torn: { ...this.#torn },
      missingSessions: this.#missing,
      redactions: sorted(this.#redactions),
      bytesRead: this.#bytesRead,
    };
  }
}

function addTo(map: Map<string, number>, name: string, count: number): void {
  map.set(name, (map.get(name) ?? 0) + count);
}

function sorted(map: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
