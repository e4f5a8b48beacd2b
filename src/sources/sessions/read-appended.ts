import type {
  RecordPlace,
  TranscriptChunk,
  TranscriptFile,
  TranscriptRecord,
} from "../../ports/transcript-reader.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json-shape.ts";
import { type JsonLine, readJsonLines } from "./read-json-lines.ts";

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
/**
 * Reads a file that only grows, from a byte on. In whichever pieces it is read, the records are the same. A last line that
 * nothing ends is taken when it is a whole object, since no byte that follows could change it; otherwise it waits.
 */
export async function* readAppended(source: AppendedSource): AsyncGenerator<TranscriptChunk> {
  const { from } = source;
  const start = stateFrom(from.state);
  let { line } = start;
  const reading = source.open(start.saved);
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
  const { agent, file } = source;
  for await (const group of readJsonLines({ agent, path: file.path, byte: from.byte, line })) {
    for (const next of group) {
      if (next.type === "torn") {
        tornBytes = next.bytes;
        continue;
      }
      records.push(...recordsOf(reading, next));
      readBytes = next.readBytes;
      line = next.nextLine;
      if (readBytes - chunkStart >= CHUNK_BYTES) yield close();
    }
  }
  yield close();
}

function stateFrom(text: string): { readonly line: number; readonly saved: unknown } {
  const state = parseJson(text);
  if (!isJsonObject(state)) return { line: 1, saved: "none" };
  return {
    line: typeof state["line"] === "number" ? state["line"] : 1,
    saved: state["reading"] ?? "none",
  };
}

function recordsOf(reading: LineReading, next: JsonLine): readonly TranscriptRecord[] {
  if (next.type === "object") return reading.take(next.record, next.place);
  if (next.type !== "broken") return [];
  const { startByte, endByte, line, sha256, problem } = next;
  return [{ type: "broken", startByte, endByte, line, sha256, problem }];
}
