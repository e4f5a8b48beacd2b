import type { ArtifactRef } from "../../model/artifact.ts";
import { artifactRef } from "../../model/artifact-ref.ts";
import type { Attribution, Entry } from "../../model/entry.ts";
import type { NewEntry } from "../../ports/entry-store.ts";
import type { NoteSource } from "../../ports/note-source.ts";
import { sha256Of } from "./note-mark.ts";
import type { NoteText } from "./read-note.ts";

/** A text that a file of a source held at some time. */
interface FileText {
  readonly source: string;
  /** Absolute. */
  readonly path: string;
  /** Of the text kept. */
  readonly version: string;
}

/**
 * What it replaces is part of a note's path, so that a file that goes back to an older text goes on in the same chain and never
 * in a circle. File and text come first and alone: they tell a text that was forgotten, whatever it replaced.
 */
function notePathOf(text: FileText, supersedes: ArtifactRef | "none"): string {
  const path = textPathOf(text);
  return supersedes === "none" ? path : `${path}-${sha256Of(supersedes).slice(0, 8)}`;
}

function textPathOf({ path, source, version }: FileText): string {
  return `${source}/${sha256Of([path, version].join("\0")).slice(0, 16)}`;
}

/** Returns whether one of these references is of a note of this file with this text. */
export function isTextOf(refs: readonly ArtifactRef[], text: FileText): boolean {
  const ref = artifactRef("memory", textPathOf(text));
  return refs.some((other) => other === ref || other.startsWith(`${ref}-`));
}

/** Where a note was found. */
export interface NotePlace {
  readonly path: string;
  /** The whole file, before anything was taken out of it. */
  readonly file: Uint8Array;
  readonly supersedes: ArtifactRef | "none";
  readonly attribution: Attribution;
  /** ISO 8601, UTC. */
  readonly indexedAt: string;
}

/**
 * Returns the note that a file is now. What an agent keeps for itself is the agent's, whoever edited it since (COR-24); an
 * instruction file is nobody's word in particular, and never a user's.
 */
export function toFileNote(
  source: Pick<NoteSource, "name" | "author" | "noteKind">,
  text: NoteText,
  place: NotePlace,
): NewEntry {
  const { bytes, redactions, time, title, version } = text;
  const { attribution, file, indexedAt, supersedes } = place;
  const path = notePathOf({ source: source.name, path: place.path, version }, supersedes);
  const isAgents = source.author === "agent" || text.origin === "agent-generated";
  const sha256 = sha256Of(file).slice(0, 16);
  const entry: Entry = {
    ref: artifactRef("memory", path),
    store: "memory",
    path,
    version,
    byteLength: bytes.length,
    textKind: "markdown",
    kind: "note",
    role: isAgents ? "assistant" : "unknown",
    title,
    time,
    indexedAt,
    session: "none",
    seq: 0,
    attribution,
    recordedIn: "unknown",
    origin: isAgents ? "agent-generated" : "authored",
    marks: isAgents ? ["agent"] : [],
    toolUseId: "none",
    toolName: "none",
    evidence: "none",
    supersedes,
    supersededBy: "none",
    redactions,
    locators: [
      { path: place.path, startByte: 0, endByte: file.length, line: 1, sha256, present: true },
    ],
    rank: 2,
    facts: { noteKind: source.noteKind },
  };
  return { entry, text: bytes };
}
