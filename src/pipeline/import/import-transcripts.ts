import { createHash } from "node:crypto";
import { EngineError } from "../../errors.ts";
import type { AgentImport, ImportProgress, MissingSessions } from "../../model/import-response.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ReadFile } from "../../ports/entry-store.ts";
import type { FileBytes } from "../../ports/file-bytes.ts";
import type {
  MissingSession,
  TranscriptFile,
  TranscriptReader,
} from "../../ports/transcript-reader.ts";
import { createAttribute, type ProjectBounds } from "./attribute-project.ts";
import { importFile } from "./import-file.ts";
import { ImportTally } from "./import-tally.ts";
import type { AgentWork, KnownEntries } from "./import-work.ts";
import type { EntryKeeper } from "./keep-entries.ts";
import { isWithin, plainPath } from "./plain-path.ts";
import type { Redact } from "./to-entry.ts";
import { type BundleWatch, NO_BUNDLES } from "./track-bundles.ts";
import { createBatchWriter } from "./write-batches.ts";

/** What importing takes; the same for every agent. */
export interface ImportParts {
  /** What was kept before; `none` in a dry run where nothing was. */
  readonly store: KnownEntries | "none";
  readonly keeper: EntryKeeper;
  readonly bounds: ProjectBounds;
  readonly sinceMs: number | "none";
  readonly bytes: FileBytes;
  readonly redact: Redact;
  /** Told of bundles in transcripts and of what follows them. Default: nobody is. */
  readonly watch?: BundleWatch;
  readonly clock: Clock;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Entries that one transaction takes at most. */
  readonly batchEntries?: number;
}

/** One agent's history and where it is. */
export interface ImportSource {
  readonly reader: TranscriptReader;
  /** Absolute. */
  readonly root: string;
  readonly listed: Listing;
}

/** The transcripts under a root, or why there is no list. */
export type Listing =
  | { readonly status: "ok"; readonly files: readonly TranscriptFile[] }
  | { readonly status: "missing" | "failed"; readonly reason: string };

/** A file that could not be read. */
export interface UnreadFile {
  readonly agent: string;
  readonly path: string;
  readonly reason: string;
}

/** What importing one agent's history came to. */
export interface ImportedAgent {
  readonly report: AgentImport;
  readonly unread: readonly UnreadFile[];
  /** Whether files of this agent were imported before. */
  readonly isKnown: boolean;
}

/**
 * Imports one agent's history: what is new since the last time, file by file, each batch with the positions it reaches. Nothing
 * is written outside the store. A root that is not there, a file that cannot be read, a record that is none: each is counted and
 * the rest goes on. Only the store's own refusals end it.
 */
export async function importTranscripts(
  parts: ImportParts,
  source: ImportSource,
): Promise<ImportedAgent> {
  const { reader, root, listed } = source;
  const { agent } = reader;
  const tally = new ImportTally();
  const known = await knownFiles(parts, agent);
  const isKnown = known.size > 0;
  if (listed.status !== "ok") {
    const report = tally.report({ agent, root, status: listed.status, reason: listed.reason });
    return { report, unread: [], isKnown };
  }
  const unread: UnreadFile[] = [];
  const progress = createProgress(parts, source, { files: listed.files, tally });
  const writer = createBatchWriter(parts.keeper, tally, parts.batchEntries);
  const work: AgentWork = {
    reader,
    store: parts.store,
    writer,
    tally,
    attribute: createAttribute(parts.bounds),
    rules: { digest: digestBounds(parts.bounds), sinceMs: parts.sinceMs },
    bytes: parts.bytes,
    redact: parts.redact,
    watch: parts.watch ?? NO_BUNDLES,
    isKnownSession: await knownSessions(parts),
    indexedAt: new Date(parts.clock.now()).toISOString(),
    onRead: (bytes) => {
      tally.read(bytes);
      progress.read(bytes);
    },
    onFailure: (path, reason) => unread.push({ agent, path, reason }),
  };
  tally.file("listed", listed.files.length);
  for (const file of listed.files) {
    await importFile(work, file, known.get(file.path) ?? "none");
    progress.next(file);
  }
  await markGone(work, { known, files: listed.files, root });
  await writer.flush();
  // Where a folder cannot be listed, a session without a transcript may have one there.
  const isWhole = listed.files.every(({ unreadable }) => unreadable === undefined);
  if (isWhole) tally.missing(await findMissing(parts, source, work));
  return { report: tally.report({ agent, root }), unread, isKnown };
}

async function knownFiles(
  { store }: ImportParts,
  agent: string,
): Promise<ReadonlyMap<string, ReadFile>> {
  const files = store === "none" ? [] : await store.files(agent);
  return new Map(files.map((file) => [file.path, file]));
}

async function knownSessions({ store }: ImportParts): Promise<AgentWork["isKnownSession"]> {
  const sessions = store === "none" ? [] : await store.sessions({ quarantined: "shown" });
  const known = new Set(sessions.map(({ agent, id }) => `${agent}\0${id}`));
  return ({ agent, id }) => known.has(`${agent}\0${id}`);
}

/** Lists an agent's transcripts; that there are none to list is an outcome. */
export async function listTranscripts(reader: TranscriptReader, root: string): Promise<Listing> {
  try {
    return { status: "ok", files: await reader.list(root) };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "source_unavailable") throw error;
    const problem = String(error.details["problem"] ?? error.message);
    const cause = error.cause instanceof Error && "code" in error.cause ? error.cause.code : "";
    const isRoot = error.details["path"] === root;
    const isAbsent = isRoot && /ENOENT|ENOTDIR|no such|does not exist/i.test(`${cause} ${problem}`);
    return { status: isAbsent ? "missing" : "failed", reason: problem };
  }
}

/** What was imported of a deleted file stays; its places are known to be gone (report 21 of the public failures). */
async function markGone(
  work: AgentWork,
  found: {
    readonly known: ReadonlyMap<string, ReadFile>;
    readonly files: readonly TranscriptFile[];
    readonly root: string;
  },
): Promise<void> {
  const there = new Set(found.files.map((file) => file.path));
  const hidden = found.files
    .filter(({ unreadable }) => unreadable !== undefined)
    .map(({ path }) => plainPath(path));
  const root = plainPath(found.root);
  for (const file of found.known.values()) {
    // Another root of the same agent may be out of reach today.
    if (there.has(file.path) || root === "relative" || !isBelow(file.path, root)) continue;
    if (hidden.some((folder) => isBelow(file.path, folder))) continue;
    work.tally.file("gone");
    if (file.present) await work.writer.add({ entries: [], files: [{ ...file, present: false }] });
  }
}

function isBelow(path: string, root: string): boolean {
  const plain = plainPath(path);
  return plain !== "relative" && isWithin(plain, root);
}

/** Sessions that are shown by name. */
const MAX_SESSIONS = 5;

async function findMissing(
  { store }: ImportParts,
  { reader, root }: ImportSource,
  { attribute, tally }: AgentWork,
): Promise<MissingSessions> {
  const all = await listMissing(reader, root, tally);
  const own = all.filter(({ cwd }) => ["cwd", "map"].includes(attribute(cwd)));
  if (own.length === 0) return { count: 0, prompts: 0, kept: 0, sessions: [] };
  const known = store === "none" ? [] : await store.sessions({ quarantined: "shown" });
  const ids = new Set(known.filter(({ agent }) => agent === reader.agent).map(({ id }) => id));
  return {
    count: own.length,
    prompts: own.reduce((sum, session) => sum + session.prompts, 0),
    kept: own.filter(({ id }) => ids.has(id)).length,
    sessions: own.slice(0, MAX_SESSIONS).map(({ id, time }) => ({ id, time })),
  };
}

/** An agent's own index that cannot be read is a reason to doubt the count, and none to stop. */
async function listMissing(
  reader: TranscriptReader,
  root: string,
  tally: ImportTally,
): Promise<readonly MissingSession[]> {
  try {
    return await reader.listMissing(root);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    tally.failure(error.message);
    return [];
  }
}

interface Progress {
  read(bytes: number): void;
  next(file: TranscriptFile): void;
}

function createProgress(
  { clock, onProgress }: ImportParts,
  { reader }: ImportSource,
  given: { readonly files: readonly TranscriptFile[]; readonly tally: ImportTally },
): Progress {
  const startedAt = clock.now();
  const bytesTotal = given.files.reduce((sum, file) => sum + file.size, 0);
  let [filesDone, bytesDone, ofFile] = [0, 0, 0];
  const tell = (): void =>
    onProgress({
      phase: "reading",
      agent: reader.agent,
      filesDone,
      filesTotal: given.files.length,
      bytesDone: bytesDone + ofFile,
      bytesTotal,
      entries: given.tally.entries(),
      elapsedMs: clock.now() - startedAt,
    });
  return {
    read(bytes) {
      ofFile += bytes;
      tell();
    },
    next({ size }) {
      filesDone += 1;
      bytesDone += size;
      ofFile = 0;
      tell();
    },
  };
}

/** Names the rules that decide whose a record is. */
function digestBounds({ roots, maps }: ProjectBounds): string {
  const written = [...roots].sort().concat(maps.map(({ from, to }) => `${from}\0${to}`).sort());
  return createHash("sha256").update(JSON.stringify(written)).digest("hex").slice(0, 16);
}
