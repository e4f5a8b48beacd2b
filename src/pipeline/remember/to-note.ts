import { createHash } from "node:crypto";
import type { ArtifactKind, ArtifactRef } from "../../model/artifact.ts";
import { artifactRef } from "../../model/artifact-ref.ts";
import type { Entry, Redaction, SessionIdentity } from "../../model/entry.ts";
import type { Instant } from "../../model/instant.ts";
import type { NewEntry } from "../../ports/entry-store.ts";

/** A note as its writer gave it, secrets already taken out. */
export interface NoteDraft {
  readonly text: string;
  readonly title: string;
  /** A word such as `decision`, `fact`, `preference`. */
  readonly noteKind: string;
  /** When the writer says that what it holds was seen; `none` when nothing was said. */
  readonly observed: Instant | "none";
  /** When it was written, by whoever knows. Orders it where nothing was observed, and vouches for nothing. */
  readonly written: Instant;
  readonly evidence: string | "none";
  readonly supersedes: ArtifactRef | "none";
  /** True when no person wrote it: that is never lost again (COR-24). */
  readonly byAgent: boolean;
  readonly session: SessionIdentity | "none";
  readonly redactions: readonly Redaction[];
  /** ISO 8601, UTC. */
  readonly indexedAt: string;
}

/** What tells notes apart: the same one given twice is one. */
function pathOf(draft: NoteDraft): string {
  const { text, noteKind, title, supersedes, byAgent, observed } = draft;
  const at = observed === "none" ? "" : observed.at;
  const parts = [text, noteKind, title, supersedes, String(byAgent), at];
  return `note/${createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16)}`;
}

/** Returns a note as the entry that the memory keeps. Depends on the draft alone. */
export function toNote(draft: NoteDraft, textKind: ArtifactKind = "markdown"): NewEntry {
  const path = pathOf(draft);
  const text = Buffer.from(draft.text);
  const { byAgent } = draft;
  const entry: Entry = {
    ref: artifactRef("memory", path),
    store: "memory",
    path,
    version: createHash("sha256").update(text).digest("hex"),
    byteLength: text.length,
    textKind,
    kind: "note",
    role: byAgent ? "assistant" : "user",
    title: draft.title,
    time: draft.observed === "none" ? draft.written : draft.observed,
    indexedAt: draft.indexedAt,
    session: draft.session,
    seq: 0,
    attribution: "here",
    recordedIn: "unknown",
    origin: byAgent ? "agent-generated" : "authored",
    marks: byAgent ? ["agent"] : [],
    toolUseId: "none",
    toolName: "none",
    evidence: draft.evidence,
    supersedes: draft.supersedes,
    supersededBy: "none",
    redactions: draft.redactions,
    locators: [],
    rank: 2,
    facts: { noteKind: draft.noteKind },
  };
  return { entry, text };
}

/** Characters of a note's first line that stand for it in a list. */
const MAX_TITLE_CHARS = 80;

/** The title of a note that was given none: its first line with words, without the mark of a heading. */
export function titleOfText(text: string): string {
  const line = text.split(/\r\n|\r|\n/).find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? "";
  const points = [...line.replace(/^\s*#{1,6}\s+/, "").trim()];
  if (points.length <= MAX_TITLE_CHARS) return points.join("");
  return `${points
    .slice(0, MAX_TITLE_CHARS - 1)
    .join("")
    .trimEnd()}…`;
}
