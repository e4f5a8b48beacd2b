import type { EntryMark, SessionIdentity } from "../../../model/entry.ts";
import type {
  RecordPlace,
  TranscriptEvent,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { isJsonObject, type JsonObject, listIn, objectIn, textIn } from "../json-shape.ts";
import { commandLineIn, showArguments } from "../show-arguments.ts";
import { repairSurrogates, timeFromRecord, titleFromText } from "../text-of-record.ts";

/** What all messages of a chat share. */
export interface ChatContext {
  readonly session: SessionIdentity;
  readonly isSubagent: boolean;
  readonly cwd: string | "none";
}

/** One message and whether it was taken back later. */
export interface PlacedMessage {
  readonly message: JsonObject;
  readonly place: RecordPlace;
  readonly isRewound: boolean;
  /** Gemini CLI writes a message again under its id: the greater one is the later (`TranscriptEvent.revision`). */
  readonly revision: string;
}

const ROLES: ReadonlyMap<string, TranscriptEvent["role"]> = new Map([
  ["user", "user"],
  ["gemini", "assistant"],
  ["info", "system"],
  ["error", "system"],
  ["warning", "system"],
]);

/** What the program tells the model before the first word of the user. */
const SCAFFOLD = /^\s*(?:<session_context>|This is the Gemini CLI\. We are setting up the context)/;

/** Returns the events of a message: its text, and each tool call with its result. */
export function readMessage(chat: ChatContext, placed: PlacedMessage): readonly TranscriptRecord[] {
  const { message, place } = placed;
  const type = textIn(message, "type");
  const role = ROLES.get(type);
  if (role === undefined) {
    return [{ type: "unknown", ...place, recordType: repairSurrogates(`message/${type}`) }];
  }
  const tools = listIn(message, "toolCalls").filter(isJsonObject);
  const thoughts = listIn(message, "thoughts").length > 0;
  return [
    ...(thoughts ? [{ type: "skipped" as const, ...place, reason: "thinking" }] : []),
    ...textRecords({ chat, placed, role, type, hasTools: tools.length > 0 }),
    ...tools.flatMap((tool, index) => toolEvents(chat, placed, { tool, index })),
  ];
}

interface Spoken {
  readonly chat: ChatContext;
  readonly placed: PlacedMessage;
  readonly role: TranscriptEvent["role"];
  readonly type: string;
  readonly hasTools: boolean;
}

function textRecords(spoken: Spoken): readonly TranscriptRecord[] {
  const { chat, placed, role, type, hasTools } = spoken;
  const { message, place } = placed;
  // What the user typed; `content` may hold whole files that were named in it.
  const shown = partsText(message["displayContent"]);
  const text = repairSurrogates(shown === "" ? partsText(message["content"]) : shown);
  if (text.trim() === "") return hasTools ? [] : [{ type: "skipped", ...place, reason: "empty" }];
  if (role === "user" && SCAFFOLD.test(text)) {
    return [{ type: "skipped", ...place, reason: "scaffold" }];
  }
  const model = textIn(message, "model");
  return [
    {
      ...baseEvent(chat, placed, type === "error" ? ["failed"] : []),
      ...{ kind: role === "system" ? "system" : "message", role, text },
      ...{ textKind: role === "assistant" ? "markdown" : "text", title: titleFromText(text) },
      facts: model === "none" ? {} : { model },
    },
  ];
}

function toolEvents(
  chat: ChatContext,
  placed: PlacedMessage,
  { tool, index }: { readonly tool: JsonObject; readonly index: number },
): readonly TranscriptRecord[] {
  const toolUseId = textIn(tool, "id");
  const toolName = textIn(tool, "name");
  const title = toolName === "none" ? "tool" : toolName;
  const own = timeFromRecord(tool["timestamp"], "observed");
  const time = own.at === "unknown" ? timeFromRecord(placed.message["timestamp"], "observed") : own;
  const command = commandLineIn(tool["args"]);
  const args = showArguments(tool["args"] ?? {});
  const shared = { toolUseId, toolName, title: titleFromText(title), time };
  const call: TranscriptEvent = {
    ...{ ...baseEvent(chat, placed, []), ...shared, kind: "tool_call", role: "assistant" },
    ordinal: 1 + index * 2,
    text: args.trim() === "" ? title : args,
    facts: command === "none" ? {} : { command },
  };
  const failed = textIn(tool, "status") === "error";
  const output = repairSurrogates(resultText(tool));
  if (output.trim() === "" && !failed) return [call];
  const result: TranscriptEvent = {
    ...{ ...baseEvent(chat, placed, failed ? ["failed"] : []), ...shared },
    ...{ kind: "tool_result", role: "tool", ordinal: 2 + index * 2 },
    text: output.trim() === "" ? "failed without output" : output,
  };
  return [call, result];
}

function baseEvent(
  { cwd, isSubagent, session }: ChatContext,
  { isRewound, message, place, revision }: PlacedMessage,
  marks: readonly EntryMark[],
): TranscriptEvent {
  const more: readonly EntryMark[] = [
    ...(isRewound ? (["rewound"] as const) : []),
    ...(isSubagent ? (["sidechain"] as const) : []),
  ];
  const id = textIn(message, "id");
  // Nothing says that an id is used in one session only.
  const nativeId = id === "none" ? id : `${session.id}/${id}`;
  return {
    ...{ type: "event", ...place, session, occursIn: session.id },
    ...(nativeId === "none" ? {} : { revision }),
    ...{ nativeId, ordinal: 0, kind: "message", role: "unknown" },
    ...{ marks: [...marks, ...more].sort(), text: "", textKind: "text", title: "" },
    time: timeFromRecord(message["timestamp"], "observed"),
    ...{ cwd, toolUseId: "none", toolName: "none", rank: 2, facts: {} },
  };
}

/** The parts of the model's interface: text alone, one part, or a list of either. */
function partsText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content))
    return content
      .map(partsText)
      .filter((text) => text !== "")
      .join("\n");
  if (!isJsonObject(content) || content["thought"] === true) return "";
  const text = textIn(content, "text");
  return text === "none" ? "" : text;
}

function resultText(tool: JsonObject): string {
  const results = Array.isArray(tool["result"]) ? tool["result"] : [tool["result"]];
  const text = results
    .map(responseText)
    .filter((part) => part !== "")
    .join("\n");
  if (text !== "") return text;
  const display = textIn(tool, "resultDisplay");
  return display === "none" ? "" : display;
}

function responseText(part: unknown): string {
  if (!isJsonObject(part) || !("functionResponse" in part)) return partsText(part);
  const response = objectIn(objectIn(part, "functionResponse"), "response");
  const output = response["output"] ?? response["error"];
  if (typeof output === "string") return output;
  return Object.keys(response).length === 0 ? "" : showArguments(output ?? response);
}
