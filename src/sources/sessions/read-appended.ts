import { sourceUnavailable } from "../../errors.ts";
import type {
  BrokenRecord,
  RecordPlace,
  TranscriptChunk,
  TranscriptFile,
  TranscriptRecord,
} from "../../ports/transcript-reader.ts";
import { type RawLine, readRawLines, recordHash } from "./json-lines.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json-shape.ts";
import { codeOf } from "./list-transcripts.ts";

/** What an agent's format knows while its lines are read in order. */
export interface LineReading {
  take(record: JsonObject, place: RecordPlace): readonly TranscriptRecord[];
  /** JSON value from which another process can go on. */
  save(): unknown;
}

/** How a file of JSON lines is read. */
export interface AppendedSource {
  readonly agent: string;
  readonly file: TranscriptFile;
  readonly from: { readonly byte: number; readonly state: string };
  /** `saved` is what `save` returned at the end of the chunk before, or `none`. */
  readonly open: (saved: unknown) => LineReading;
}

const CHUNK_BYTES = 1024 * 1024;
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0d, 0x20]);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a file that only grows, from a byte on. In whichever pieces it is read, the records are the same. A last line that
 * nothing ends is taken when it is a whole object, since no byte that follows could change it; otherwise it waits.
 */
export async function* readAppended(source: AppendedSource): AsyncGenerator<TranscriptChunk> {
  const { from } = source;
  const saved = parseJson(from.state);
  const state = isJsonObject(saved) ? saved : {};
  let line = typeof state["line"] === "number" ? state["line"] : 1;
  const reading = source.open(state["reading"] ?? "none");
  let records: TranscriptRecord[] = [];
  let chunkStart = from.byte;
  let readBytes = from.byte;
  let tornBytes = 0;
  const close = (): TranscriptChunk => {
    const chunk = { records, readBytes, tornBytes };
    records = [];
    chunkStart = readBytes;
    return { ...chunk, state: JSON.stringify({ line, reading: reading.save() }) };
  };
  for await (const group of linesOf(source, line)) {
    for (const raw of group) {
      const taken = readLine(raw, reading);
      if (taken === "torn") {
        tornBytes = raw.endByte - raw.startByte;
        continue;
      }
      records.push(...taken);
      readBytes = raw.endByte;
      line = raw.ended ? raw.line + 1 : raw.line;
      if (readBytes - chunkStart >= CHUNK_BYTES) yield close();
    }
  }
  yield close();
}

async function* linesOf(
  { agent, file, from }: AppendedSource,
  line: number,
): AsyncGenerator<readonly RawLine[]> {
  try {
    yield* readRawLines(file.path, { byte: from.byte, line });
  } catch (error) {
    throw sourceUnavailable(agent, file.path, codeOf(error), error);
  }
}

function readLine(raw: RawLine, reading: LineReading): readonly TranscriptRecord[] | "torn" {
  if (raw.bytes === "too_long") return raw.ended ? [tooLong(raw)] : "torn";
  const [begin, end] = contentOf(raw.bytes, raw.startByte === 0);
  if (begin === end) return raw.ended ? [] : "torn";
  const bytes = raw.bytes.subarray(begin, end);
  const record = parseJson(bytes.toString("utf8"));
  const range = { startByte: raw.startByte + begin, endByte: raw.startByte + end };
  const place = { ...range, line: raw.line, sha256: recordHash(bytes) };
  if (isJsonObject(record)) return reading.take(record, place);
  return raw.ended ? [broken(place, "it is no JSON object")] : "torn";
}

/** Where a line's content is, without blanks around it: its bytes are the same before and after its end was written. */
function contentOf(bytes: Buffer, isFirst: boolean): readonly [number, number] {
  const hasMark = isFirst && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  let begin = hasMark ? BYTE_ORDER_MARK.length : 0;
  let end = bytes.length;
  while (begin < end && BLANKS.has(bytes[begin] ?? 0)) begin++;
  while (end > begin && BLANKS.has(bytes[end - 1] ?? 0)) end--;
  return [begin, end];
}

function tooLong({ startByte, endByte, line }: RawLine): BrokenRecord {
  // Its bytes were not kept, so that there is nothing to hash.
  const place = { startByte, endByte, line, sha256: recordHash(Buffer.alloc(0)) };
  return broken(place, "it is longer than 64 MiB");
}

function broken(place: RecordPlace, problem: string): BrokenRecord {
  return { type: "broken", ...place, problem };
}
