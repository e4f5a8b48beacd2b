import type { SessionIdentity } from "../../model/entry.ts";
import type { EntryStore } from "../../ports/entry-store.ts";
import type { FileBytes } from "../../ports/file-bytes.ts";
import type { TranscriptReader } from "../../ports/transcript-reader.ts";
import type { Attribute } from "./attribute-project.ts";
import type { ImportTally } from "./import-tally.ts";
import type { ReadingRules } from "./plan-reading.ts";
import type { Redact } from "./to-entry.ts";
import type { BundleWatch } from "./track-bundles.ts";
import type { BatchWriter } from "./write-batches.ts";

/** What an import asks of what was kept before. */
export type KnownEntries = Pick<EntryStore, "files" | "entries" | "tombstones" | "sessions">;

/** What the files of one agent are imported with. */
export interface AgentWork {
  readonly reader: TranscriptReader;
  /** What was kept before; `none` in a dry run where nothing was. */
  readonly store: KnownEntries | "none";
  readonly writer: BatchWriter;
  readonly tally: ImportTally;
  readonly attribute: Attribute;
  readonly rules: ReadingRules;
  readonly bytes: FileBytes;
  readonly redact: Redact;
  readonly watch: BundleWatch;
  /** Whether something of a session was kept before this import. */
  readonly isKnownSession: (session: Pick<SessionIdentity, "agent" | "id">) => boolean;
  /** ISO 8601, UTC: when this import began. */
  readonly indexedAt: string;
  /** Told how many bytes of a file were read. */
  readonly onRead: (bytes: number) => void;
  /** Told of each file that could not be read, with why. */
  readonly onFailure: (path: string, reason: string) => void;
}
