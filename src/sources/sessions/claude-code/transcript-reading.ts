import type { TranscriptRecord } from "../../../ports/transcript-reader.ts";
import { isJsonObject, objectIn, textIn } from "../json-shape.ts";
import type { LineReading } from "../read-appended.ts";
import { repairSurrogates } from "../text-of-record.ts";
import { parseRecord } from "./parse-record.ts";
import type { TranscriptPlace } from "./transcript-place.ts";

/** Calls whose result may still come; older ones are let go, so that a file of any length fits. */
const MAX_OPEN_CALLS = 512;

/** Opens the reading of a transcript's lines. It remembers the last working directory and the names of calls without a result. */
export function openTranscript(file: TranscriptPlace, saved: unknown): LineReading {
  const state = isJsonObject(saved) ? saved : {};
  let cwd = textIn(state, "cwd");
  const calls = new Map(Object.entries(objectIn(state, "calls")));
  const named = (record: TranscriptRecord): TranscriptRecord => {
    if (record.type !== "event" || record.toolUseId === "none") return record;
    if (record.kind === "tool_call") {
      calls.set(record.toolUseId, record.toolName);
      const [oldest] = calls.keys();
      if (calls.size > MAX_OPEN_CALLS && oldest !== undefined) calls.delete(oldest);
      return record;
    }
    const toolName = calls.get(record.toolUseId);
    calls.delete(record.toolUseId);
    return typeof toolName === "string" ? { ...record, toolName, title: toolName } : record;
  };
  return {
    take(record, place) {
      const written = repairSurrogates(textIn(record, "cwd"));
      if (written !== "none") cwd = written;
      return parseRecord(record, { file, cwd, place }).map(named);
    },
    save: () => ({ cwd, calls: Object.fromEntries(calls) }),
  };
}
