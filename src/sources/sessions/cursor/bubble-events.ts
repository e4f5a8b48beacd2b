import type { EntryMark, SessionIdentity } from "../../../model/entry.ts";
import { type Instant, toEpochMs, UNKNOWN_INSTANT } from "../../../model/instant.ts";
import type {
  RecordPlace,
  TranscriptEvent,
  TranscriptRecord,
} from "../../../ports/transcript-reader.ts";
import { firstKnown, timeFromEpochMs } from "../foreign-record.ts";
import { type JsonObject, listIn, objectIn, textIn } from "../json-shape.ts";
import { commandLineIn, showArguments } from "../show-arguments.ts";
import { repairSurrogates, timeFromRecord, titleFromText } from "../text-of-record.ts";
import { folderOfUri, type NamedFolder, NO_FOLDER } from "./folder-of.ts";

/** One message of a conversation in Cursor's editor, and what is known of it from elsewhere. */
export interface PlacedBubble {
  readonly id: string;
  readonly record: JsonObject;
  readonly place: RecordPlace;
  readonly session: SessionIdentity;
  /** Where the conversation was held, by what came before. */
  readonly folder: NamedFolder;
  /** False for one that its conversation does not list, or no longer. */
  readonly isListed: boolean;
}

const ROLES: ReadonlyMap<unknown, TranscriptEvent["role"]> = new Map([
  [1, "user"],
  [2, "assistant"],
]);
const ENDED: ReadonlySet<string> = new Set(["cancelled", "completed", "error", "success"]);
/** Cursor is younger than this: a number below it counts from the start of a process. */
const EARLIEST_MS = Date.UTC(2020, 0);

/** Returns what a bubble says happened: its text, and its tool call with the result. */
export function readBubble(bubble: PlacedBubble): readonly TranscriptRecord[] {
  const { place, record } = bubble;
  const role = ROLES.get(record["type"]);
  if (role === undefined) {
    const type = repairSurrogates(`bubble/${String(record["type"])}`.slice(0, 80));
    return [{ type: "unknown", ...place, recordType: type }];
  }
  const text = textOf(record);
  const tool = objectIn(record, "toolFormerData");
  const hasThinking = Object.keys(objectIn(record, "thinking")).length > 0;
  const records: readonly TranscriptRecord[] = [
    ...(hasThinking ? [{ type: "skipped" as const, ...place, reason: "thinking" }] : []),
    ...(text.trim() === "" ? [] : [textEvent(bubble, role, text)]),
    ...(Object.keys(tool).length === 0 ? [] : toolEvents(bubble, tool)),
  ];
  return records.length > 0 ? records : [{ type: "skipped", ...place, reason: "empty" }];
}

/** Returns the folder that a bubble states; none where it states none. */
export function folderOfBubble(record: JsonObject): NamedFolder {
  const folders = listIn(record, "workspaceUris").map(folderOfUri);
  return folders.find(({ cwd }) => cwd !== "none") ?? NO_FOLDER;
}

/** Returns when a bubble says it was made: in words, as a number, or by when it was sent. Older ones do not say. */
export function timeOfBubble(record: JsonObject): Instant {
  const { createdAt } = record;
  const { clientRpcSendTime } = objectIn(record, "timingInfo");
  const times = [
    timeFromRecord(createdAt, "observed"),
    timeFromEpochMs(createdAt),
    timeFromEpochMs(clientRpcSendTime),
  ];
  const time = firstKnown(times);
  return time.at !== "unknown" && toEpochMs(time) >= EARLIEST_MS ? time : UNKNOWN_INSTANT;
}

function textOf({ rawText, text }: JsonObject): string {
  const told = [text, rawText].find((value) => typeof value === "string" && value !== "");
  return typeof told === "string" ? repairSurrogates(told) : "";
}

function textEvent(
  bubble: PlacedBubble,
  role: TranscriptEvent["role"],
  text: string,
): TranscriptEvent {
  const model = textIn(objectIn(bubble.record, "modelInfo"), "modelName");
  const base = baseEvent(bubble, []);
  return {
    ...{ ...base, role, text, title: titleFromText(text) },
    textKind: role === "assistant" ? "markdown" : "text",
    facts: { ...base.facts, ...(model === "none" ? {} : { model: repairSurrogates(model) }) },
  };
}

function toolEvents(bubble: PlacedBubble, tool: JsonObject): readonly TranscriptRecord[] {
  const toolUseId = textIn(tool, "toolCallId");
  const toolName = repairSurrogates(textIn(tool, "name"));
  const title = titleFromText(toolName === "none" ? "tool" : toolName);
  const shared = { toolUseId, toolName, title };
  const given = tool["rawArgs"] ?? tool["params"] ?? {};
  const args = showArguments(given);
  const command = commandLineIn(given);
  const base = baseEvent(bubble, []);
  const call: TranscriptEvent = {
    ...{ ...base, ...shared, kind: "tool_call", role: "assistant", ordinal: 1 },
    text: args.trim() === "" ? title : args,
    facts: { ...base.facts, ...(command === "none" ? {} : { command }) },
  };
  const status = textIn(tool, "status");
  const failed = status === "error";
  const output = outputOf(tool);
  if (!ENDED.has(status) || (output.trim() === "" && !failed)) return [call];
  const result: TranscriptEvent = {
    ...{ ...baseEvent(bubble, failed ? ["failed"] : []), ...shared },
    ...{ kind: "tool_result", role: "tool", ordinal: 2 },
    text: output.trim() === "" ? "failed without output" : output,
  };
  return [call, result];
}

/** A result is JSON in a text; what failed may say so in a field of its own. */
function outputOf(tool: JsonObject): string {
  const told = tool["result"] ?? tool["error"] ?? "";
  return told === "" ? "" : showArguments(told);
}

function baseEvent(bubble: PlacedBubble, marks: readonly EntryMark[]): TranscriptEvent {
  const { folder, id, isListed, place, record, session } = bubble;
  const all = session.parentId === "none" ? marks : [...marks, "sidechain" as const];
  const remote = folder.remote === "none" ? {} : { remote: folder.remote };
  return {
    ...{ type: "event", ...place, session, occursIn: session.id, nativeId: id, ordinal: 0 },
    ...{ kind: "message", role: "unknown", marks: [...all].sort(), text: "", textKind: "text" },
    ...{ title: "", time: timeOfBubble(record), cwd: folder.cwd, toolUseId: "none" },
    ...{ toolName: "none", rank: 2, facts: { ...remote, ...(isListed ? {} : { listed: "no" }) } },
  };
}
