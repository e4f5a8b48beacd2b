import type { EntryStore, Tombstone } from "../../ports/entry-store.ts";
import type { NoteSource } from "../../ports/note-source.ts";
import type { ImportTally } from "./import-tally.ts";
import type { ImportParts } from "./import-transcripts.ts";
import type { NoteBelonging } from "./note-belonging.ts";

/** What importing notes asks of what was kept before. */
export type KnownNotes = Pick<EntryStore, "files" | "entries" | "readTexts" | "tombstones">;

/** What importing notes takes; the same for every source. */
export interface NoteImportParts
  extends Pick<ImportParts, "keeper" | "bounds" | "sinceMs" | "redact" | "clock" | "onProgress"> {
  /** What was kept before; `none` in a dry run where nothing was. */
  readonly store: KnownNotes | "none";
}

/** What the files of one source are imported with. */
export interface NoteWork extends NoteImportParts {
  readonly source: NoteSource;
  readonly tally: ImportTally;
  readonly tombstones: ReadonlySet<Tombstone["ref"]>;
  readonly indexedAt: string;
  /** Absolute: of the file that is imported. */
  readonly folder: string;
  /** Whose the files of the folder are; read when it is first asked. */
  readonly belonging: () => Promise<NoteBelonging>;
  readonly onFailure: (path: string, reason: string) => void;
}
