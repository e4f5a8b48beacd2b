import { EngineError } from "../../errors.ts";
import type { ReadFile } from "../../ports/entry-store.ts";
import type { NoteFile, NoteListing, NoteSource } from "../../ports/note-source.ts";
import { importNoteFile } from "./import-note-file.ts";
import { ImportTally } from "./import-tally.ts";
import type { ImportedAgent, UnreadFile } from "./import-transcripts.ts";
import { createNoteBelonging, type NoteBelonging } from "./note-belonging.ts";
import type { NoteImportParts, NoteWork } from "./note-work.ts";

/** What stands below the root of a source, or why nobody can say. */
export type NoteListingOutcome =
  | ({ readonly status: "ok" } & NoteListing)
  | { readonly status: "missing" | "failed"; readonly reason: string };

/** One source and what is in it. */
export interface ListedNotes {
  readonly source: NoteSource;
  /** Absolute. */
  readonly root: string;
  readonly listed: NoteListingOutcome;
}

/** Lists the notes of a source; that there is nothing to list is an outcome. */
export async function listNotes(source: NoteSource, root: string): Promise<NoteListingOutcome> {
  try {
    return { status: "ok", ...(await source.list(root)) };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "source_unavailable") throw error;
    const problem = String(error.details["problem"] ?? error.message);
    const isAbsent = /ENOENT|ENOTDIR/.test(problem);
    return { status: isAbsent ? "missing" : "failed", reason: problem };
  }
}

/**
 * Imports the note files of one source. Each edit of a file is a note that takes the place of the one before; a file that is what
 * it was changes nothing. What a file becomes is kept with its position in one transaction, so that an import that was ended
 * goes on where it was, and the order of files decides nothing. Only the store's own refusals end it.
 */
export async function importNotes(
  parts: NoteImportParts,
  { listed, root, source }: ListedNotes,
): Promise<ImportedAgent> {
  const tally = new ImportTally();
  const known = await knownFiles(parts, source.name);
  const isKnown = known.size > 0;
  if (listed.status !== "ok") {
    const { reason, status } = listed;
    const report = tally.report({ agent: source.name, root, status, reason });
    return { report, unread: [], isKnown };
  }
  const unread: UnreadFile[] = [];
  const onFailure = (path: string, reason: string): void => {
    tally.failure(`${path}: ${reason}`);
    unread.push({ agent: source.name, path, reason });
  };
  for (const { path, reason } of listed.unread) onFailure(path, reason);
  const judge = createNoteBelonging(parts.bounds);
  const work = {
    ...parts,
    ...{ source, tally, onFailure, tombstones: await tombstonesOf(parts) },
    indexedAt: new Date(parts.clock.now()).toISOString(),
  };
  const progress = createProgress(parts, source, listed);
  for (const folder of listed.folders) {
    for (const file of folder.files) {
      tally.file("listed");
      const before = known.get(file.path) ?? "none";
      const belonging = (): Promise<NoteBelonging> => judge(folder);
      await importNoteFile({ ...work, folder: folder.path, belonging }, file.path, before);
      progress.next(file, tally.entries());
    }
  }
  for (const [reason, count] of Object.entries(listed.skipped)) {
    for (let at = 0; at < count; at++) tally.skipped(reason);
  }
  await noteGone(work, known, listed);
  return { report: tally.report({ agent: source.name, root }), unread, isKnown };
}

async function knownFiles(
  { store }: NoteImportParts,
  source: string,
): Promise<ReadonlyMap<string, ReadFile>> {
  const files = store === "none" ? [] : await store.files(source);
  return new Map(files.map((file) => [file.path, file]));
}

async function tombstonesOf({ store }: NoteImportParts): Promise<NoteWork["tombstones"]> {
  const stones = store === "none" ? [] : await store.tombstones();
  return new Set(stones.map(({ ref }) => ref));
}

/** What was kept of a deleted file stays; its place is known to be gone. A file that is merely out of sight is not deleted. */
async function noteGone(
  { keeper, source, tally }: Pick<NoteWork, "keeper" | "source" | "tally">,
  known: ReadonlyMap<string, ReadFile>,
  { folders }: NoteListing,
): Promise<void> {
  const there = new Set(folders.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const file of known.values()) {
    if (there.has(file.path) || !(await source.isGone(file.path))) continue;
    tally.file("gone");
    if (file.present) await keeper.keep({ entries: [], files: [{ ...file, present: false }] });
  }
}

function createProgress(
  { clock, onProgress }: NoteImportParts,
  source: NoteSource,
  { folders }: NoteListing,
): { next(file: NoteFile, entries: number): void } {
  const startedAt = clock.now();
  const files = folders.flatMap((folder) => folder.files);
  const bytesTotal = files.reduce((sum, file) => sum + file.size, 0);
  let [filesDone, bytesDone] = [0, 0];
  return {
    next({ size }, entries) {
      filesDone += 1;
      bytesDone += size;
      onProgress({
        phase: "reading",
        agent: source.name,
        ...{ filesDone, filesTotal: files.length, bytesDone, bytesTotal, entries },
        elapsedMs: clock.now() - startedAt,
      });
    },
  };
}
