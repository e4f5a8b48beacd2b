import { EngineError } from "../../errors.ts";
import type { ReadFile } from "../../ports/entry-store.ts";
import type {
  EventMarked,
  TranscriptChunk,
  TranscriptFile,
  TranscriptReader,
} from "../../ports/transcript-reader.ts";
import { createOccurrenceCounter } from "./count-occurrences.ts";
import { createDigest, type Digest } from "./digest-records.ts";
import { createOwnCalls, type OwnCalls } from "./exclude-own.ts";
import type { AgentWork } from "./import-work.ts";
import { planReading, type ReadingPlan } from "./plan-reading.ts";
import { encodeReadMark, headBytesOf, SAMPLE_BYTES } from "./read-mark.ts";
import { createSessionTitles, type SessionTitles } from "./session-titles.ts";
import { type BundleTracker, createBundleTracker } from "./track-bundles.ts";

/** A file while it is read. */
interface OpenFile {
  readonly work: AgentWork;
  readonly file: TranscriptFile;
  readonly plan: Extract<ReadingPlan, { kind: "read" }>;
  readonly head: { readonly sha256: string; readonly bytes: number };
  readonly digest: Digest;
  readonly own: OwnCalls;
  readonly bundles: BundleTracker;
  readonly titles: SessionTitles;
}

/**
 * Reads what is new in one file and hands it to the writer, chunk by chunk, each with the position it reaches. A file that cannot
 * be read is counted and named; what was read of it before stays. `known` is what the last import remembers of it.
 */
export async function importFile(
  work: AgentWork,
  file: TranscriptFile,
  known: ReadFile | "none",
): Promise<void> {
  const { growth } = work.reader;
  if (file.unreadable !== undefined) {
    noteFailure(work, file.path, file.unreadable);
    return;
  }
  const plan = await planReading({ file, known, growth, rules: work.rules, bytes: work.bytes });
  if (plan.kind === "unchanged") {
    work.tally.file("unchanged");
    if (growth === "append" && known !== "none") work.tally.torn(file.size - known.readBytes);
    return;
  }
  const outcome = await readFile(work, file, plan);
  if (outcome === "mark unmatched") {
    // The event that was marked lies before the place reading went on at.
    const start = await planReading({
      file,
      known: "none",
      growth,
      rules: work.rules,
      bytes: work.bytes,
    });
    if (start.kind === "read") await readFile(work, file, start);
  }
}

function noteFailure({ onFailure, tally }: AgentWork, path: string, reason: string): void {
  tally.file("failed");
  tally.failure(`${path}: ${reason}`);
  onFailure(path, reason);
}

async function readFile(
  work: AgentWork,
  file: TranscriptFile,
  plan: OpenFile["plan"],
): Promise<"read" | "mark unmatched"> {
  const open = await openFile(work, file, plan);
  const { path } = file;
  const { tally } = work;
  let last: Pick<TranscriptChunk, "readBytes" | "state" | "tornBytes"> = {
    readBytes: plan.byte,
    state: plan.mark.reader,
    tornBytes: 0,
  };
  let failure = "";
  const note = (reason: string): void => {
    failure = reason;
  };
  for await (const chunk of readSafely(work.reader, open, note)) {
    if ((await takeChunk(open, chunk)) === "mark unmatched") return "mark unmatched";
    work.onRead(chunk.readBytes - last.readBytes);
    last = chunk;
  }
  if (failure !== "") {
    noteFailure(work, path, failure);
    return "read";
  }
  await work.writer.add({ entries: [], files: [await positionOf(open, last, true)] });
  tally.file("read");
  tally.torn(last.tornBytes);
  return "read";
}

async function openFile(
  work: AgentWork,
  file: TranscriptFile,
  plan: OpenFile["plan"],
): Promise<OpenFile> {
  const bytes = headBytesOf(file);
  const sha256 = await work.bytes.hashRange(file.path, 0, bytes);
  const { attribute, indexedAt, redact, rules, store, tally, watch } = work;
  const { path } = file;
  const own = createOwnCalls(plan.mark.own);
  const bundles = createBundleTracker(watch, plan.mark.bundles);
  const occurrences = createOccurrenceCounter({ path, fromByte: plan.byte, store });
  const titles = createSessionTitles(plan.mark.titles, work);
  const digest = createDigest({
    ...{ path, tally, attribute, own, bundles, watch, occurrences, titles, redact, indexedAt },
    sinceMs: rules.sinceMs,
  });
  return { work, file, plan, head: { sha256, bytes }, digest, own, bundles, titles };
}

async function takeChunk(
  open: OpenFile,
  chunk: TranscriptChunk,
): Promise<"taken" | "mark unmatched"> {
  const { digest, work } = open;
  const entries = await digest.entries(chunk.records);
  const titles = open.titles.take();
  const marks = chunk.records.filter((record) => record.type === "marked");
  const isUnmatched = (marked: EventMarked): boolean => digest.refsOf(marked).length === 0;
  if (open.plan.byte > 0 && marks.some(isUnmatched)) return "mark unmatched";
  if (marks.length === 0) {
    await work.writer.add({ entries, titles, files: [await positionOf(open, chunk, false)] });
    return "taken";
  }
  // Entries first, so that there is something to mark; the position last, so that an import ended here marks again.
  await work.writer.add({ entries, titles, files: [] });
  for (const marked of marks) await work.writer.mark(digest.refsOf(marked), marked.add);
  await work.writer.add({ entries: [], files: [await positionOf(open, chunk, false)] });
  return "taken";
}

/** Reads chunk by chunk; what stops the reader is told to `onFailure` and ends the file, not the import. */
async function* readSafely(
  reader: TranscriptReader,
  { file, plan }: OpenFile,
  onFailure: (reason: string) => void,
): AsyncGenerator<TranscriptChunk> {
  try {
    yield* reader.read(file, { byte: plan.byte, state: plan.mark.reader });
  } catch (error) {
    onFailure(reasonOf(error));
  }
}

/** In words; what neither a reader nor the system said is a bug and passes. */
function reasonOf(error: unknown): string {
  if (error instanceof EngineError) return String(error.details["problem"] ?? error.message);
  if (error instanceof Error && "code" in error && /^E[A-Z]+$/.test(String(error.code))) {
    return String(error.code);
  }
  throw error;
}

async function positionOf(
  { bundles, digest, file, head, own, plan, titles, work }: OpenFile,
  { readBytes, state }: Pick<TranscriptChunk, "readBytes" | "state">,
  done: boolean,
): Promise<ReadFile> {
  const left = digest.leftOut();
  const isAppended = work.reader.growth === "append" && readBytes > 0;
  const tail = isAppended
    ? await work.bytes.hashRange(file.path, Math.max(0, readBytes - SAMPLE_BYTES), readBytes)
    : "none";
  const mark = {
    ...{ reader: state, done, own: own.ids(), titles: titles.mark(), tail },
    bundles: bundles.marks(),
    rules: work.rules.digest,
    sinceMs: earlierOf(plan, work.rules.sinceMs),
    outside: plan.mark.outside + left.outside,
    older: plan.mark.older + left.older,
  };
  return {
    agent: work.reader.agent,
    path: file.path,
    readBytes,
    size: file.size,
    mtimeNs: file.mtimeNs,
    headSha256: head.sha256,
    headBytes: head.bytes,
    state: encodeReadMark(mark),
    present: true,
  };
}

/** Of several imports of one file the latest limit says what may be lacking. */
function earlierOf({ mark, byte }: OpenFile["plan"], sinceMs: number | "none"): number | "none" {
  if (byte === 0 || mark.older === 0) return sinceMs;
  if (mark.sinceMs === "none" || sinceMs === "none") return mark.sinceMs;
  return Math.max(mark.sinceMs, sinceMs);
}
