import type { EntryMark, SessionIdentity } from "../../../model/entry.ts";
import { UNKNOWN_INSTANT } from "../../../model/instant.ts";
import type {
  RecordPlace,
  TranscriptEvent,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { isJsonObject, type JsonObject, textIn } from "../json-shape.ts";
import { commandLineIn, showArguments } from "../show-arguments.ts";
import { repairSurrogates, titleFromText } from "../text-of-record.ts";

/** What all messages of one session of Cursor's command line share. */
export interface CliSession {
  readonly identity: SessionIdentity;
  readonly cwd: string | "none";
}

/** A message and where it stands. */
export interface PlacedMessage {
  readonly role: string;
  readonly content: unknown;
  readonly place: RecordPlace;
}

const QUERY_START = "<user_query>";
const QUERY_END = "</user_query>";
/** What the program puts in front of a user's words, or sends in the user's name. */
const SCAFFOLD =
  /^\s*<(?:additional_data|agent_transcripts|attached_files|git_status|open_and_recently_viewed_files|project_layout|rules|system_reminder|timestamp|user_info)>/;

/** Returns what a message says happened. Neither it nor its file states a time, so that none has one. */
export function readMessage(
  session: CliSession,
  message: PlacedMessage,
): readonly TranscriptRecord[] {
  const { content, place, role } = message;
  if (role === "system") return [{ type: "skipped", ...place, reason: "system_prompt" }];
  if (role !== "user" && role !== "assistant" && role !== "tool") {
    return [
      { type: "unknown", ...place, recordType: repairSurrogates(`message/${role}`.slice(0, 80)) },
    ];
  }
  const blocks = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const records = blocks.map((block, ordinal) => readBlock({ session, message, ordinal }, block));
  return records.length > 0 ? records : [{ type: "skipped", ...place, reason: "empty" }];
}

interface BlockPlace {
  readonly session: CliSession;
  readonly message: PlacedMessage;
  readonly ordinal: number;
}

function readBlock(at: BlockPlace, block: unknown): TranscriptRecord {
  const { place } = at.message;
  if (!isJsonObject(block)) return { type: "unknown", ...place, recordType: "block/value" };
  const type = textIn(block, "type");
  switch (type) {
    case "text":
      return readText(at, block["text"]);
    case "tool_use":
    case "tool-call":
      return readCall(at, block);
    case "tool_result":
    case "tool-result":
      return readResult(at, block);
    case "thinking":
    case "reasoning":
    case "redacted-reasoning":
      return { type: "skipped", ...place, reason: "thinking" };
    case "image":
    case "file":
      return { type: "skipped", ...place, reason: type };
    default:
      return {
        type: "unknown",
        ...place,
        recordType: repairSurrogates(`block/${type}`.slice(0, 80)),
      };
  }
}

function readText(at: BlockPlace, given: unknown): TranscriptRecord {
  const { place, role } = at.message;
  const whole = typeof given === "string" ? repairSurrogates(given) : "";
  const text = role === "user" ? wordsOfUser(whole) : whole;
  if (text.trim() === "") {
    const reason = whole.trim() === "" ? "empty" : "scaffold";
    return { type: "skipped", ...place, reason };
  }
  return {
    ...{ ...baseEvent(at, []), text, title: titleFromText(text) },
    role: role === "user" || role === "assistant" ? role : "tool",
    textKind: role === "assistant" ? "markdown" : "text",
  };
}

/** What stands between the marks the program puts around it; nothing where only the program speaks. */
function wordsOfUser(text: string): string {
  const start = text.indexOf(QUERY_START);
  const end = text.lastIndexOf(QUERY_END);
  const isWrapped = /^\s*</.test(text) && start !== -1 && end > start;
  if (isWrapped) return text.slice(start + QUERY_START.length, end).trim();
  return SCAFFOLD.test(text) ? "" : text;
}

function readCall(at: BlockPlace, block: JsonObject): TranscriptRecord {
  const given = block["input"] ?? block["args"] ?? {};
  const tool = toolOf(block, ["id", "toolCallId"]);
  const args = showArguments(given);
  const command = commandLineIn(given);
  return {
    ...{ ...baseEvent(at, []), ...tool, kind: "tool_call", role: "assistant" },
    text: args.trim() === "" ? tool.title : args,
    facts: command === "none" ? {} : { command },
  };
}

function readResult(at: BlockPlace, block: JsonObject): TranscriptRecord {
  const failed = block["is_error"] === true || block["isError"] === true;
  const output = resultText(block["result"] ?? block["content"] ?? block["output"]);
  if (output.trim() === "" && !failed) {
    return { type: "skipped", ...at.message.place, reason: "empty" };
  }
  return {
    ...{ ...baseEvent(at, failed ? ["failed"] : []), kind: "tool_result", role: "tool" },
    ...toolOf(block, ["tool_use_id", "toolCallId", "toolUseId"]),
    text: output.trim() === "" ? "failed without output" : output,
  };
}

function resultText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return repairSurrogates(value);
  if (!Array.isArray(value)) return showArguments(value);
  return value
    .map((part) => (isJsonObject(part) && part["type"] === "text" ? part["text"] : part))
    .map(resultText)
    .filter((text) => text !== "")
    .join("\n");
}

function toolOf(
  block: JsonObject,
  idNames: readonly string[],
): Pick<TranscriptEvent, "toolUseId" | "toolName" | "title"> {
  const ids = idNames.map((name) => textIn(block, name));
  const toolUseId = ids.find((id) => id !== "none") ?? "none";
  const names = ["name", "toolName"].map((name) => textIn(block, name));
  const toolName = repairSurrogates(names.find((name) => name !== "none") ?? "none");
  return { toolUseId, toolName, title: titleFromText(toolName === "none" ? "tool" : toolName) };
}

function baseEvent(
  { message, ordinal, session }: BlockPlace,
  marks: readonly EntryMark[],
): TranscriptEvent {
  const { cwd, identity } = session;
  const all = identity.parentId === "none" ? marks : [...marks, "sidechain" as const];
  return {
    ...{ type: "event", ...message.place, session: identity, occursIn: identity.id },
    ...{ nativeId: "none", ordinal, kind: "message", role: "unknown", marks: [...all].sort() },
    ...{ text: "", textKind: "text", title: "", time: UNKNOWN_INSTANT, cwd, toolUseId: "none" },
    ...{ toolName: "none", rank: 2, facts: {} },
  };
}
