import type { ArtifactRef } from "../../model/artifact.ts";
import type { Attribution } from "../../model/entry.ts";
import { isDated, toEpochMs } from "../../model/instant.ts";
import type { NewEntry, ReadFile } from "../../ports/entry-store.ts";
import { NOTHING_KEPT, type NoteMark, positionOf, readNoteMark, sha256Of } from "./note-mark.ts";
import type { NoteWork } from "./note-work.ts";
import { type NoteText, readNote } from "./read-note.ts";
import { isTextOf, type NotePlace, toFileNote } from "./to-file-note.ts";

/** A file as it is now, and what was kept of it. */
interface OpenNote {
  readonly work: NoteWork;
  readonly path: string;
  readonly file: Uint8Array;
  readonly mtimeNs: bigint;
  readonly mark: NoteMark | "unknown";
}

/**
 * Imports one note file. `known` is what the last import remembers of it. A file that cannot be read is counted and named; what
 * was kept of it before stays.
 */
export async function importNoteFile(
  work: NoteWork,
  path: string,
  known: ReadFile | "none",
): Promise<void> {
  const read = await work.source.read(path);
  // It went between listing and reading; the next import finds it gone.
  if (read.status === "gone") return;
  if (read.status === "failed") return fail(work, path, read.reason);
  const open = { work, path, file: read.bytes, mtimeNs: read.mtimeNs, mark: readNoteMark(known) };
  if (isSame(open)) return keepUnchanged(open, known);
  // Another import may have been here since the files were listed.
  const latest = await latestOf(work, path);
  const now = { ...open, mark: readNoteMark(latest) };
  return isSame(now) ? keepUnchanged(now, latest) : importChanged(now);
}

function fail({ onFailure, tally }: NoteWork, path: string, reason: string): void {
  tally.file("failed");
  onFailure(path, reason);
}

async function latestOf({ source, store }: NoteWork, path: string): Promise<ReadFile | "none"> {
  const files = store === "none" ? [] : await store.files(source.name);
  return files.find((file) => file.path === path) ?? "none";
}

/** By content: a file that was only touched is the same. */
function isSame({ file, mark }: OpenNote): boolean {
  return mark !== "unknown" && mark.sha256 === sha256Of(file);
}

/** Nothing of it is new, except that more may be known now of whose it is, or that it is there again. */
async function keepUnchanged(open: OpenNote, known: ReadFile | "none"): Promise<void> {
  const { mark, work } = open;
  const { keeper, tally } = work;
  tally.file("unchanged");
  if (mark === "unknown" || known === "none") return;
  const isForgotten = mark.isForgotten || (mark.head !== "none" && work.tombstones.has(mark.head));
  const seen = Number(!isForgotten);
  tally.appended({ added: 0, changed: 0, seen, forgotten: 1 - seen });
  if (!known.present) await keeper.keep({ entries: [], files: [{ ...known, present: true }] });
  if (isForgotten || mark.head === "none" || mark.attribution !== "unknown") return;
  const attribution = await attributionOf(open);
  if (attribution === "unknown" || attribution === "outside") return;
  const text = await readText(open);
  if (text === "none") return;
  const place = placeOf(open, { supersedes: mark.previous, attribution });
  const note = toFileNote(work.source, text, place);
  await keeper.keep({ entries: [note], files: [positionIn(open, { ...mark, attribution })] });
}

/** The file holds something it did not hold before, or was never read. */
async function importChanged(open: OpenNote): Promise<void> {
  const { file, work } = open;
  const { tally } = work;
  const attribution = await attributionOf(open);
  // No file of another project is even looked into.
  if (attribution === "outside") return tally.outside(work.folder);
  const text = await readText(open);
  if (text === "none") return;
  if (isOlder(text, work.sinceMs)) return tally.skipped("older");
  tally.file("read");
  tally.read(file.length);
  if (!wasForgotten(open, text)) return keepChanged(open, text, attribution);
  tally.appended({ added: 0, changed: 0, seen: 0, forgotten: 1 });
  const before = open.mark === "unknown" ? NOTHING_KEPT : open.mark;
  const mark = { ...before, sha256: sha256Of(file), isForgotten: true };
  await work.keeper.keep({ entries: [], files: [positionIn(open, mark)] });
}

async function keepChanged(
  open: OpenNote,
  text: NoteText,
  attribution: Attribution,
): Promise<void> {
  const { file, mark, work } = open;
  const { keeper, source, tally } = work;
  const { version } = text;
  // Another encoding, or another secret in the same place: the text kept is the same.
  const isSameText = mark !== "unknown" && mark.head !== "none" && mark.version === version;
  const supersedes = isSameText ? mark.previous : headOf(mark);
  const note = toFileNote(source, text, placeOf(open, { supersedes, attribution }));
  const replaced = isSameText ? [] : await replacedBy(note, open);
  const next: NoteMark = {
    ...{ sha256: sha256Of(file), version, attribution, isForgotten: false },
    ...{ head: note.entry.ref, previous: supersedes },
  };
  const report = await keeper.keep({
    entries: [note, ...replaced],
    files: [positionIn(open, next)],
  });
  // The one that was replaced is in the batch to be marked; it is nothing that was found.
  tally.appended({ ...report, seen: report.seen - replaced.length });
  const { redactions, time } = note.entry;
  tally.kept({ isQuarantined: attribution === "unknown", isDated: isDated(time), redactions });
}

function headOf(mark: NoteMark | "unknown"): ArtifactRef | "none" {
  return mark === "unknown" ? "none" : mark.head;
}

/**
 * What a person said of the folder holds for its later edits, and so does what records said that are gone now. Records that
 * name another project too end it: what is written from then on is hidden until asked for.
 */
async function attributionOf({ mark, work }: OpenNote): Promise<Attribution | "outside"> {
  const before = mark === "unknown" ? "unknown" : mark.attribution;
  const belonging = await work.belonging();
  switch (belonging) {
    case "cwd":
    case "map":
    case "outside":
      return before === "map" && belonging === "outside" ? before : belonging;
    case "silent":
      return before;
    case "mixed":
      return before === "map" ? before : "unknown";
  }
}

async function readText({ file, path, work }: OpenNote): Promise<NoteText | "none"> {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const text = await readNote(name, file, work.redact);
  if (text.status === "ok") return text;
  if (text.status === "empty") work.tally.skipped("empty");
  else fail(work, path, text.reason);
  return "none";
}

function isOlder({ time }: NoteText, sinceMs: number | "none"): boolean {
  return sinceMs !== "none" && isDated(time) && toEpochMs(time) < sinceMs;
}

/** A text that was forgotten stays so, whichever note of the file it would come after now. */
function wasForgotten({ path, work }: OpenNote, { version }: NoteText): boolean {
  return isTextOf([...work.tombstones], { source: work.source.name, path, version });
}

/** The note that the file held until now, to be kept with what took its place. */
async function replacedBy(note: NewEntry, { mark, work }: OpenNote): Promise<readonly NewEntry[]> {
  const { store } = work;
  if (store === "none" || mark === "unknown" || mark.head === "none") return [];
  const [entry] = await store.entries([mark.head], { quarantined: "shown" });
  if (entry === undefined || entry.supersededBy !== "none") return [];
  const [text = "missing"] = await store.readTexts([entry.version]);
  // Without its text it cannot be kept again; the newer note still says what it replaced.
  if (typeof text === "string") return [];
  return [{ entry: { ...entry, supersededBy: note.entry.ref }, text }];
}

function placeOf(
  { file, path, work }: OpenNote,
  decided: Pick<NotePlace, "supersedes" | "attribution">,
): NotePlace {
  return { path, file, indexedAt: work.indexedAt, ...decided };
}

function positionIn({ file, mtimeNs, path, work }: OpenNote, mark: NoteMark): ReadFile {
  return positionOf({ source: work.source.name, path, bytes: file, mtimeNs, mark });
}
