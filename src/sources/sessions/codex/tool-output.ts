import { isJsonObject, type JsonObject, objectIn, parseJson, textIn } from "../json-shape.ts";

/** What a tool returned. */
export interface ToolOutput {
  readonly text: string;
  readonly exitCode: string | "none";
  readonly failed: boolean;
}

const HEADER = /^(?:Exit code|Chunk ID|Wall time|Script completed)\b/;
const EXIT = /^(?:Exit code:|Process exited with code) (-?\d+)$/m;
const OUTPUT = /^(?:Output|Total output lines: \d+):?$/m;

/**
 * Reads the `output` of a result, in the forms Codex has used: text, text under a header that states the exit code, JSON with
 * `output` and `metadata`, an object with `content` and `success`, a list of content parts.
 */
export function readToolOutput(output: unknown): ToolOutput {
  if (typeof output === "string") return readText(output);
  if (Array.isArray(output)) return succeeded(output.map(partText).filter(isText).join("\n"));
  if (!isJsonObject(output)) return succeeded("");
  const content = output["content"] ?? output["body"] ?? output["output"];
  const inner = readToolOutput(isJsonObject(content) ? JSON.stringify(content) : content);
  return { ...inner, failed: inner.failed || output["success"] === false };
}

function readText(text: string): ToolOutput {
  const parsed = text.startsWith("{") ? parseJson(text) : "unreadable";
  if (isJsonObject(parsed) && typeof parsed["output"] === "string") {
    const code = objectIn(parsed, "metadata")["exit_code"];
    return withCode(parsed["output"], typeof code === "number" ? String(code) : "none");
  }
  return withCode(text, HEADER.test(text) ? codeInHeader(text) : "none");
}

/** What the command itself printed comes below the header and says nothing about how it ended. */
function codeInHeader(text: string): string | "none" {
  const end = OUTPUT.exec(text)?.index ?? text.length;
  return EXIT.exec(text.slice(0, end))?.[1] ?? "none";
}

function withCode(text: string, exitCode: string | "none"): ToolOutput {
  return { text, exitCode, failed: exitCode !== "none" && exitCode !== "0" };
}

function succeeded(text: string): ToolOutput {
  return { text, exitCode: "none", failed: false };
}

/** Returns the text of a part of a message or result; `none` for a picture. */
export function partText(part: unknown): string | "none" {
  if (typeof part === "string") return part === "" ? "none" : part;
  return isJsonObject(part) ? textIn(part, "text") : "none";
}

/** Returns whether a part had text. */
export function isText(text: string | "none"): boolean {
  return text !== "none";
}

/** Returns how a command, a patch or a server's tool ended, as its event message tells. */
export function endOfCall(message: JsonObject): { exitCode: string | "none"; failed: boolean } {
  const code = message["exit_code"];
  const exitCode = typeof code === "number" ? String(code) : "none";
  const result = objectIn(message, "result");
  const failed =
    (exitCode !== "none" && exitCode !== "0") ||
    message["success"] === false ||
    "Err" in result ||
    objectIn(result, "Ok")["isError"] === true;
  return { exitCode, failed };
}
