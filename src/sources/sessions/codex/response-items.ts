import type { EntryKind, EntryMark, EntryRole } from "../../../model/entry.ts";
import { type JsonObject, listIn, objectIn, textIn } from "../json-shape.ts";
import { commandLineIn, showArguments } from "../show-arguments.ts";
import { isScaffold } from "./scaffold.ts";
import { isText, partText, readToolOutput } from "./tool-output.ts";

/** What a record says, before its place, session and time are added. */
export interface Said {
  readonly kind: EntryKind;
  readonly role: EntryRole;
  readonly text: string;
  readonly textKind: "text" | "markdown";
  readonly marks: readonly EntryMark[];
  readonly toolUseId: string | "none";
  readonly toolName: string | "none";
  readonly facts: Readonly<Record<string, string>>;
}

/** A record that says nothing to keep, and why. */
export type Unsaid = { readonly skipped: string } | { readonly unknown: string };

const NOTHING = { marks: [], toolUseId: "none", toolName: "none", facts: {} } as const;

/** Reads a `response_item`: what went to the model and what came back. */
export function readResponseItem(item: JsonObject): Said | Unsaid {
  const type = textIn(item, "type");
  switch (type) {
    case "message":
      return readMessage(item);
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "web_search_call":
    case "tool_search_call":
      return readCall(item, type);
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      return readOutput(item);
    case "reasoning":
      return { skipped: "thinking" };
    case "compaction":
    case "compaction_summary":
    case "context_compaction":
    case "ghost_snapshot":
      return { skipped: "state" };
    default:
      return { unknown: `response_item/${type}` };
  }
}

function readMessage(item: JsonObject): Said | Unsaid {
  const role = textIn(item, "role");
  if (role === "developer" || role === "system") return { skipped: "scaffold" };
  const content = item["content"];
  const parts = (typeof content === "string" ? [content] : listIn(item, "content")).map(partText);
  const written = parts.filter(isText);
  const kept = role === "user" ? written.filter((text) => !isScaffold(text)) : written;
  const text = kept.join("\n");
  if (text.trim() === "") return { skipped: written.length > kept.length ? "scaffold" : "empty" };
  const isFromProgram = role === "user" && text.trimStart().startsWith("<user_shell_command>");
  return {
    ...NOTHING,
    kind: "message",
    role: role === "user" || role === "assistant" ? role : "unknown",
    text,
    textKind: role === "assistant" ? "markdown" : "text",
    marks: isFromProgram ? ["synthetic"] : [],
  };
}

function readCall(item: JsonObject, type: string): Said {
  const name = textIn(item, "name");
  const space = textIn(item, "namespace");
  const spelled = space === "none" ? name : `${space}${space.endsWith("__") ? "" : "__"}${name}`;
  const toolName = name === "none" ? type.replace(/_call$/, "") : spelled;
  const given = item["arguments"] ?? item["input"] ?? item["action"] ?? {};
  const command = commandLineIn(given);
  const text = showArguments(given);
  return {
    ...NOTHING,
    kind: "tool_call",
    role: "assistant",
    // A call without arguments still happened.
    text: text.trim() === "" ? toolName : text,
    textKind: "text",
    toolUseId: firstId(item),
    toolName,
    facts: command === "none" ? {} : { command },
  };
}

function readOutput(item: JsonObject): Said | Unsaid {
  const given = item["output"] ?? item["tools"];
  const { text, exitCode, failed } = readToolOutput(given);
  // An empty result that failed is still a result.
  if (text.trim() === "" && !failed) return { skipped: "empty" };
  return {
    ...NOTHING,
    kind: "tool_result",
    role: "tool",
    text: text.trim() === "" ? emptyFailure(exitCode) : text,
    textKind: "text",
    marks: failed ? ["failed"] : [],
    toolUseId: firstId(item),
    facts: exitCode === "none" ? {} : { exitCode },
  };
}

function emptyFailure(exitCode: string | "none"): string {
  return exitCode === "none" ? "failed without output" : `exit code ${exitCode}, no output`;
}

/** A web search and an old shell call have an id of their own and none of a call. */
function firstId(item: JsonObject): string | "none" {
  const callId = textIn(item, "call_id");
  return callId === "none" ? textIn(item, "id") : callId;
}

/** Reads a `compacted` record: what the model made of the conversation before it. */
export function readCompacted(payload: JsonObject): Said | Unsaid {
  const text = textIn(payload, "message");
  if (text === "none" || text.trim() === "") return { skipped: "empty" };
  return {
    ...NOTHING,
    kind: "summary",
    role: "assistant",
    text,
    textKind: "markdown",
    marks: ["derived"],
  };
}

/** Reads an error that Codex showed: the only message to the screen that the model's own log lacks. */
export function readShownError(message: JsonObject): Said | Unsaid {
  const direct = textIn(message, "message");
  const text = direct === "none" ? textIn(objectIn(message, "error"), "message") : direct;
  if (text === "none") return { skipped: "empty" };
  return { ...NOTHING, kind: "system", role: "system", text, textKind: "text", marks: ["failed"] };
}
