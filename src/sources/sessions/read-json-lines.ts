import { isUtf8 } from "node:buffer";
import { sourceUnavailable } from "../../errors.ts";
import type { BrokenRecord, RecordPlace } from "../../ports/transcript-reader.ts";
import { type RawLine, readRawLines, recordHash } from "../json-lines.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json-shape.ts";
import { codeOf } from "./list-transcripts.ts";

/** How far a file is read with a line, and which number the next one has. */
interface Progress {
  readonly readBytes: number;
  readonly nextLine: number;
}

/** What a line is: a JSON object, nothing, something else, or an end that may still be written on. */
export type JsonLine =
  | ({
      readonly type: "object";
      readonly record: JsonObject;
      readonly place: RecordPlace;
    } & Progress)
  | ({ readonly type: "blank" } & Progress)
  | (BrokenRecord & Progress)
  | { readonly type: "torn"; readonly bytes: number };

/** Where lines are read from. */
export interface JsonLineSource {
  /** For messages. */
  readonly agent: string;
  readonly path: string;
  readonly byte: number;
  /** The number of the line at `byte`, from 1. */
  readonly line: number;
}

/**
 * Reads JSON lines from a byte on, in groups. A file that cannot be read is a refusal (`source_unavailable`). A last line that
 * nothing ends is an object when it is a whole one, since no byte that follows could change it; otherwise it is torn.
 */
export async function* readJsonLines(source: JsonLineSource): AsyncGenerator<readonly JsonLine[]> {
  const { agent, byte, line, path } = source;
  try {
    for await (const group of readRawLines(path, { byte, line })) yield group.map(readLine);
  } catch (error) {
    throw sourceUnavailable(agent, path, codeOf(error), error);
  }
}

const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0d, 0x20]);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function readLine(raw: RawLine): JsonLine {
  const { ended, endByte, line, startByte } = raw;
  const torn = { type: "torn", bytes: endByte - startByte } as const;
  const progress = { readBytes: endByte, nextLine: ended ? line + 1 : line };
  if (raw.bytes === "too_long") {
    // Its bytes were not kept, so that there is nothing to hash.
    const place = { startByte, endByte, line, sha256: recordHash(Buffer.alloc(0)) };
    return ended
      ? { type: "broken", ...place, problem: "it is longer than 64 MiB", ...progress }
      : torn;
  }
  const [begin, end] = contentOf(raw.bytes, startByte === 0);
  if (begin === end) return ended ? { type: "blank", ...progress } : torn;
  const bytes = raw.bytes.subarray(begin, end);
  // Decoded anyway, bytes that are no text would become letters nobody wrote.
  const isText = isUtf8(bytes);
  const record = isText ? parseJson(bytes.toString("utf8")) : "unreadable";
  const range = { startByte: startByte + begin, endByte: startByte + end };
  const place = { ...range, line, sha256: recordHash(bytes) };
  if (isJsonObject(record)) return { type: "object", record, place, ...progress };
  const problem = isText ? "it is no JSON object" : "it is not UTF-8";
  return ended ? { type: "broken", ...place, problem, ...progress } : torn;
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
