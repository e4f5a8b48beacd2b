import type { ArtifactRef, Origin } from "./artifact.ts";
import type { Citation } from "./citation.ts";
import type { EntryMark, Redaction } from "./entry.ts";
import type { Envelope } from "./envelope.ts";
import type { TimeBasis } from "./instant.ts";

/** A note as it is kept. Found is not true: whoever wrote it says so, with or without evidence. */
export interface Note {
  readonly artifact: ArtifactRef;
  readonly title: string;
  /** A word such as `decision`; `agent-memory` and `project-note` for those read from files. */
  readonly kind: string;
  /** Exactly the cited lines; shorter than the note where the cap was reached. */
  readonly text: string;
  readonly citation: Citation;
  /** When what it says was seen (`declared`), or else when it was written (`edited`), or `unknown`. */
  readonly time: { readonly at: string; readonly basis: TimeBasis };
  readonly origin: Origin;
  readonly marks: readonly EntryMark[];
  /** A citation or a place to look, as its writer gave it; nobody followed it. */
  readonly evidence: string | "none";
  readonly supersedes: ArtifactRef | "none";
  /** The note that replaced it; it is kept, and ranks after that one. */
  readonly supersededBy: ArtifactRef | "none";
}

/** The note that was just kept. */
export interface RememberResponse extends Envelope<"exhibit.remember/1"> {
  readonly note: Note;
  /** `seen`: the same note was there already, and nothing changed. */
  readonly outcome: "kept" | "seen";
  /** Secrets taken out before it was kept. */
  readonly redactions: readonly Redaction[];
}

/** Notes of the project, newest first; those without a time at the end. */
export interface NotesResponse extends Envelope<"exhibit.notes/1"> {
  readonly order: "newest first, undated last";
  readonly notes: readonly Note[];
  /** Notes that the memory holds, superseded ones included. */
  readonly noteCount: number;
  readonly supersededCount: number;
}
