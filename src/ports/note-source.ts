/** A Markdown file that may be kept as a note. */
export interface NoteFile {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
}

/** Files that stand in one folder, and what says whose they are. */
export interface NoteFolder {
  /** Absolute. Its name says nothing about whose its files are. */
  readonly path: string;
  /** Sorted by path. */
  readonly files: readonly NoteFile[];
  /**
   * The working directories that records beside these files name, each once, as written. Empty where nothing beside them
   * names any. `unreadable` when some of the records cannot be read, so that nobody knows what they name.
   */
  workingFolders(): Promise<readonly string[] | "unreadable">;
}

/** Something that cannot be looked at, and why, in words. */
export interface UnreadPlace {
  readonly path: string;
  readonly reason: string;
}

/** What stands below a root. */
export interface NoteListing {
  /** Sorted by path. */
  readonly folders: readonly NoteFolder[];
  /** What was passed by, by reason: links are never followed. */
  readonly skipped: Readonly<Record<string, number>>;
  /** What stands below these is neither read nor taken for deleted. */
  readonly unread: readonly UnreadPlace[];
}

/** A file's bytes of one moment, or why there are none. */
export type NoteRead =
  | { readonly status: "ok"; readonly bytes: Uint8Array; readonly mtimeNs: bigint }
  | { readonly status: "gone" }
  | { readonly status: "failed"; readonly reason: string };

/**
 * Reads Markdown files that agents take for memory, by one platform's conventions (STO-06). Never writes into its folders, and
 * never follows a link below a root.
 */
export interface NoteSource {
  /** `claude-memory`, `instructions`. */
  readonly name: string;
  /** `agent`: all of it was written by an agent, also what a person changed later. `unknown`: nobody says who wrote it. */
  readonly author: "agent" | "unknown";
  /** The kind of every note read from it, as `Note.kind`. */
  readonly noteKind: string;
  /** Absolute: where this machine keeps it by default; whether it exists is another question. */
  readonly defaultRoot: string;
  /** Lists what is there. Refuses with `source_unavailable` where the root itself cannot be listed. */
  list(root: string): Promise<NoteListing>;
  /** Reads one file whole; a link, a pipe, a file that is too large and one that never holds still are failures. */
  read(path: string): Promise<NoteRead>;
  /** Returns whether nothing is at this path any more; a place that may not be looked at is not gone. */
  isGone(path: string): Promise<boolean>;
}
