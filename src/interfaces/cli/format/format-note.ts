import type { Redaction } from "../../../model/entry.ts";
import type { Note, NotesResponse, RememberResponse } from "../../../model/note-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatExcerpt } from "./excerpt-lines.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";
import { formatPlace } from "./format-place.ts";
import { formatCount, formatTime } from "./quantity.ts";

/** Returns a note as it was kept. */
export function formatRemember(response: RememberResponse, view: View): string {
  const { note, outcome, redactions } = response;
  const told = outcome === "kept" ? "Kept." : "The same note was there already; nothing changed.";
  return [
    ...say(told, view),
    ...formatRedactions(redactions, view),
    "",
    ...formatNote(note, view),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

/** Returns notes, newest first. */
export function formatNotes(response: NotesResponse, view: View): string {
  const { notes, noteCount, supersededCount } = response;
  const replaced =
    supersededCount === 0 ? "" : `, ${supersededCount} of them replaced by later ones`;
  const counted = `${formatCount(noteCount, "note")} kept${replaced}; ${response.order}.`;
  return [
    ...formatSilentSources(response.completeness, view),
    ...say(noteCount === 0 ? "No note is kept here." : counted, view),
    "",
    ...notes.flatMap((note) => [...formatNote(note, view), ""]),
    ...formatTail(response, view),
  ].join("\n");
}

/** Says what was taken out of a text before it was kept; nothing when nothing was. */
export function formatRedactions(redactions: readonly Redaction[], view: View): string[] {
  if (redactions.length === 0) return [];
  const kinds = redactions.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  return say(`! Secrets were taken out first: ${kinds}.`, view).map(view.paint.warning);
}

function formatNote(note: Note, view: View): string[] {
  const excerpt = formatExcerpt({ text: note.text, startLine: 1, words: [] }, view);
  const isRepeated = note.text.trimStart().startsWith(note.title.replace(/…$/, ""));
  return [
    formatPlace(note.citation, view),
    ...(isRepeated ? [] : say(note.title, view).map(view.paint.strong)),
    ...excerpt,
    ...say(visibleText(standingOf(note).join(" · ")), view, "  ").map(view.paint.faint),
  ];
}

function standingOf({ kind, time, origin, evidence, supersedes, supersededBy }: Note): string[] {
  const said =
    time.basis === "edited" ? "written" : time.basis === "declared" ? "observed" : time.basis;
  return [
    kind,
    time.at === "unknown" ? "no date" : `${said} ${formatTime(time.at)}`,
    ...(origin === "authored" ? [] : [origin]),
    ...(evidence === "none" ? ["no evidence"] : [`evidence ${evidence}`]),
    ...(supersedes === "none" ? [] : [`replaces ${supersedes}`]),
    ...(supersededBy === "none" ? [] : [`replaced by ${supersededBy}`]),
  ];
}
