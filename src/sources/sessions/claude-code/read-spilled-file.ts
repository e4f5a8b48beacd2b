import { lstatSync } from "node:fs";
import { basename, dirname } from "node:path";
import { UNKNOWN_INSTANT } from "../../../model/instant.ts";
import type {
  TranscriptChunk,
  TranscriptFile,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { recordHash } from "../../json-lines.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";
import { readSpilled } from "./spilled-text.ts";
import type { TranscriptPlace } from "./transcript-place.ts";

/**
 * Reads a spilled output as a whole. While its session's transcript exists, the tool's result there carries this text with its
 * time and project; only an output that outlived its transcript is an event by itself, without a time.
 */
export function readSpilledFile(file: TranscriptFile, place: TranscriptPlace): TranscriptChunk {
  return { records: [recordOf(file, place)], readBytes: file.size, state: "", tornBytes: 0 };
}

function recordOf(file: TranscriptFile, from: TranscriptPlace): TranscriptRecord {
  const text = readSpilled(file.path);
  const bytes = Buffer.from(text === "unavailable" ? "" : text);
  const place = { startByte: 0, endByte: file.size, line: 0, sha256: recordHash(bytes) };
  if (text === "unavailable") {
    return { type: "broken", ...place, problem: "it is gone, a link, or larger than 16 MiB" };
  }
  const transcript = `${dirname(dirname(file.path))}.jsonl`;
  if (lstatSync(transcript, { throwIfNoEntry: false }) !== undefined) {
    return { type: "skipped", ...place, reason: "spilled" };
  }
  if (text.trim() === "") return { type: "skipped", ...place, reason: "empty" };
  const name = basename(file.path, ".txt");
  const { agentId, sessionId: id } = from;
  return {
    type: "event",
    ...place,
    session: { agent: "claude-code", id, parentId: "none", agentId },
    // Its name is its id, so that one still being written is the same output when it is read again.
    nativeId: `${id}/tool-results/${name}`,
    revision: String(file.size).padStart(16, "0"),
    ordinal: 0,
    occursIn: id,
    kind: "tool_result",
    role: "tool",
    marks: [],
    text: repairSurrogates(text),
    textKind: "text",
    title: titleFromText(text),
    time: UNKNOWN_INSTANT,
    cwd: "none",
    toolUseId: name.startsWith("toolu_") ? name : "none",
    toolName: "none",
    rank: 2,
    facts: {},
  };
}
