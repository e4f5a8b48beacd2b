import type { Note } from "../model/note-response.ts";
import { narrowExcerpt } from "../pipeline/cite/excerpt.ts";
import { toCitation } from "./cite-candidate.ts";
import type { CitedEntry } from "./cite-entry.ts";
import type { CallParts } from "./session.ts";

/** The public form of a note. */
export function toNote(parts: CallParts, cited: CitedEntry): Note {
  const { entry } = cited;
  return {
    artifact: entry.ref,
    title: entry.title,
    kind: entry.facts["noteKind"] ?? "note",
    text: cited.excerpt.text,
    citation: toCitation(parts, cited),
    time: { at: entry.time.at, basis: entry.time.basis },
    origin: entry.origin,
    marks: entry.marks,
    evidence: entry.evidence,
    supersedes: entry.supersedes,
    supersededBy: entry.supersededBy,
  };
}

/** Shortens what is shown of an entry to what fits: its citation then names exactly the lines shown (BUD-11). */
export function narrowEntry(
  cited: CitedEntry,
  fits: (candidate: CitedEntry) => boolean,
): CitedEntry | "nothing" {
  const narrowed = narrowExcerpt(cited.excerpt, (excerpt) => fits({ ...cited, excerpt }));
  return narrowed === "nothing" ? "nothing" : { ...cited, excerpt: narrowed };
}
