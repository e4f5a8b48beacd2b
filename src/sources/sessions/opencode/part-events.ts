import type { EntryMark, SessionIdentity } from "../../../model/entry.ts";
import { type Instant, UNKNOWN_INSTANT } from "../../../model/instant.ts";
import type {
  RecordPlace,
  TranscriptEvent,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { firstKnown, timeFromEpochMs } from "../foreign-record.ts";
import { type JsonObject, objectIn, textIn } from "../json-shape.ts";
import { commandLineIn, showArguments } from "../show-arguments.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";

/** What a session says about all its parts. */
export interface OpenCodeSession {
  readonly id: string;
  readonly parentId: string | "none";
  readonly directory: string | "none";
  readonly title: string | "none";
}

/** The message that a part belongs to. */
export interface OpenCodeMessage {
  /** As its record has it; empty where there is no such record. */
  readonly record: JsonObject;
  /** Milliseconds since 1970 from the row, for records without a time. */
  readonly createdMs: unknown;
}

/** A part and where it stands. */
export interface PlacedPart {
  readonly id: string;
  readonly record: JsonObject;
  readonly place: RecordPlace;
}

/** Parts that carry nothing anybody said or did, or whose text is also in another part. */
const WITHOUT_WORDS: ReadonlySet<string> = new Set([
  "agent",
  "compaction",
  "file",
  "patch",
  "retry",
  "snapshot",
  "step-finish",
  "step-start",
  "subtask",
]);

/** Returns what a part says happened: a text, or a tool call with its result. */
export function readPart(
  session: OpenCodeSession,
  message: OpenCodeMessage,
  part: PlacedPart,
): readonly TranscriptRecord[] {
  const { place, record } = part;
  const type = textIn(record, "type");
  if (type === "text") return [textRecord(session, message, part)];
  if (type === "tool") return toolRecords(session, message, part);
  if (type === "reasoning") return [{ type: "skipped", ...place, reason: "thinking" }];
  if (WITHOUT_WORDS.has(type)) return [{ type: "skipped", ...place, reason: type }];
  return [{ type: "unknown", ...place, recordType: repairSurrogates(`part/${type}`) }];
}

/** Returns who a session is. A session with a parent was started by it as a sub-agent. */
export function identityOf({ id, parentId }: OpenCodeSession): SessionIdentity {
  return { agent: "opencode", id, parentId, agentId: "none" };
}

/** Returns the session as one message knows it: a message may state a working directory of its own. */
export function inMessage(session: OpenCodeSession, { record }: OpenCodeMessage): OpenCodeSession {
  const cwd = textIn(objectIn(record, "path"), "cwd");
  return cwd === "none" ? session : { ...session, directory: repairSurrogates(cwd) };
}

function textRecord(
  session: OpenCodeSession,
  message: OpenCodeMessage,
  part: PlacedPart,
): TranscriptRecord {
  const given = part.record["text"];
  const text = typeof given === "string" ? repairSurrogates(given) : "";
  if (text.trim() === "") {
    return { type: "skipped", ...part.place, reason: "empty" };
  }
  const isSummary = message.record["summary"] === true;
  const marks: readonly EntryMark[] = [
    ...(isSummary ? (["derived"] as const) : []),
    ...(part.record["synthetic"] === true ? (["synthetic"] as const) : []),
  ];
  const role = roleOf(message);
  const start = timeFromEpochMs(objectIn(part.record, "time")["start"]);
  return {
    ...baseEvent(session, part, marks),
    ...{ kind: isSummary ? "summary" : "message", role, text },
    ...{ textKind: role === "assistant" ? "markdown" : "text", title: titleFromText(text) },
    time: firstKnown([start, timeOf(message)]),
    facts: modelFacts(message),
  };
}

function toolRecords(
  session: OpenCodeSession,
  message: OpenCodeMessage,
  part: PlacedPart,
): readonly TranscriptRecord[] {
  const state = objectIn(part.record, "state");
  const times = objectIn(state, "time");
  const toolUseId = textIn(part.record, "callID");
  const toolName = textIn(part.record, "tool");
  const title = titleFromText(toolName === "none" ? "tool" : toolName);
  const shared = { toolUseId, toolName, title };
  const args = showArguments(state["input"] ?? {});
  const command = commandLineIn(state["input"]);
  const call: TranscriptEvent = {
    ...{ ...baseEvent(session, part, []), ...shared, kind: "tool_call", role: "assistant" },
    text: args.trim() === "" ? title : args,
    time: firstKnown([timeFromEpochMs(times["start"]), timeOf(message)]),
    facts: command === "none" ? {} : { command },
  };
  const status = textIn(state, "status");
  const failed = status === "error";
  if (!failed && status !== "completed") return [call];
  const output = outputOf(state, failed);
  if (output.trim() === "" && !failed) return [call];
  const result: TranscriptEvent = {
    ...{ ...baseEvent(session, part, failed ? ["failed"] : []), ...shared },
    ...{ kind: "tool_result", role: "tool", ordinal: 1 },
    text: output.trim() === "" ? "failed without output" : output,
    time: timeFromEpochMs(times["end"]),
    facts: exitFacts(state),
  };
  return [call, result];
}

function outputOf(state: JsonObject, failed: boolean): string {
  const told = state[failed ? "error" : "output"] ?? "";
  return repairSurrogates(typeof told === "string" ? told : showArguments(told));
}

function baseEvent(
  session: OpenCodeSession,
  { id, place }: PlacedPart,
  marks: readonly EntryMark[],
): TranscriptEvent {
  const all = session.parentId === "none" ? marks : [...marks, "sidechain" as const];
  return {
    ...{ type: "event", ...place, session: identityOf(session), occursIn: session.id },
    ...{ nativeId: id, ordinal: 0, kind: "message", role: "unknown", marks: [...all].sort() },
    ...{ text: "", textKind: "text", title: "", time: UNKNOWN_INSTANT, cwd: session.directory },
    ...{ toolUseId: "none", toolName: "none", rank: 2, facts: {} },
  };
}

function roleOf({ record }: OpenCodeMessage): TranscriptEvent["role"] {
  const role = textIn(record, "role");
  return role === "user" || role === "assistant" ? role : "unknown";
}

function timeOf({ createdMs, record }: OpenCodeMessage): Instant {
  const created = objectIn(record, "time")["created"];
  return firstKnown([timeFromEpochMs(created), timeFromEpochMs(createdMs)]);
}

function modelFacts({ record }: OpenCodeMessage): Readonly<Record<string, string>> {
  const own = textIn(record, "modelID");
  const model = own === "none" ? textIn(objectIn(record, "model"), "modelID") : own;
  return model === "none" ? {} : { model: repairSurrogates(model) };
}

function exitFacts(state: JsonObject): Readonly<Record<string, string>> {
  const { exit } = objectIn(state, "metadata");
  return typeof exit === "number" ? { exitCode: String(exit) } : {};
}
