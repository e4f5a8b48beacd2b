import type { EntryKind, EntryMark, EntryRole } from "../../../model/entry.ts";
import { isJsonObject, type JsonObject, textIn } from "../json-shape.ts";
import { showArguments } from "../show-arguments.ts";
import { repairSurrogates } from "../text-of-record.ts";
import { withSpilledText } from "./spilled-text.ts";

/** One block of a message: something that happened, or why it is none. */
export type MessageBlock =
  | {
      readonly type: "event";
      readonly kind: EntryKind;
      readonly role: EntryRole;
      readonly text: string;
      readonly marks: readonly EntryMark[];
      readonly toolUseId: string | "none";
      readonly toolName: string | "none";
    }
  | { readonly type: "skipped"; readonly reason: string }
  | { readonly type: "unknown"; readonly recordType: string };

const SKIPPED = new Map([
  ["thinking", "thinking"],
  ["redacted_thinking", "thinking"],
  ["image", "image"],
  ["document", "document"],
]);
const CALLS: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

/** Reads the blocks of a message in order; a string is one block. */
export function readBlocks(
  content: unknown,
  from: { readonly role: "user" | "assistant"; readonly spillFolder: string | "none" },
): readonly MessageBlock[] {
  if (typeof content === "string") return [readText(content, from.role)];
  if (!Array.isArray(content) || content.length === 0)
    return [{ type: "skipped", reason: "empty" }];
  return content.map((block: unknown) => readBlock(block, from));
}

function readBlock(
  block: unknown,
  from: { readonly role: "user" | "assistant"; readonly spillFolder: string | "none" },
): MessageBlock {
  if (typeof block === "string") return readText(block, from.role);
  if (!isJsonObject(block)) return { type: "unknown", recordType: "block" };
  const type = textIn(block, "type");
  const reason = SKIPPED.get(type);
  if (reason !== undefined) return { type: "skipped", reason };
  if (type === "text")
    return readText(textIn(block, "text"), from.role, block["text"] === undefined);
  if (CALLS.has(type)) return readCall(block);
  if (type.endsWith("tool_result")) return readResult(block, from.spillFolder);
  return { type: "unknown", recordType: `block:${repairSurrogates(type)}` };
}

function readText(text: string, role: "user" | "assistant", isMissing = false): MessageBlock {
  if (isMissing || text.trim() === "") return { type: "skipped", reason: "empty" };
  const tool = { toolUseId: "none", toolName: "none" };
  return { type: "event", kind: "message", role, text: repairSurrogates(text), marks: [], ...tool };
}

function readCall(block: JsonObject): MessageBlock {
  const toolName = repairSurrogates(textIn(block, "name"));
  const shown = block["input"] === undefined ? "" : showArguments(block["input"]);
  const text = shown === "" ? toolName : `${toolName}\n${shown}`;
  const toolUseId = repairSurrogates(textIn(block, "id"));
  return {
    type: "event",
    kind: "tool_call",
    role: "assistant",
    text,
    marks: [],
    toolUseId,
    toolName,
  };
}

function readResult(block: JsonObject, spillFolder: string | "none"): MessageBlock {
  const text = repairSurrogates(withSpilledText(textOfResult(block["content"]), spillFolder));
  if (text.trim() === "") return { type: "skipped", reason: "empty" };
  const marks: readonly EntryMark[] = block["is_error"] === true ? ["failed"] : [];
  const toolUseId = repairSurrogates(textIn(block, "tool_use_id"));
  return {
    type: "event",
    kind: "tool_result",
    role: "tool",
    text,
    marks,
    toolUseId,
    toolName: "none",
  };
}

/** The text of a result: a string, or blocks of which only those of text can be searched. */
function textOfResult(content: unknown): string {
  if (typeof content === "string") return content;
  if (isJsonObject(content)) return showArguments(content);
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => {
      if (typeof part === "string") return part;
      if (!isJsonObject(part) || part["type"] === "image") return "";
      return typeof part["text"] === "string" ? part["text"] : showArguments(part);
    })
    .filter((part) => part !== "")
    .join("\n");
}
