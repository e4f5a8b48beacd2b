import { isJsonObject, parseJson } from "./json-shape.ts";
import { repairSurrogates } from "./text-of-record.ts";

/**
 * Returns the arguments of a tool call as lines `name: value`, as a person would write them. A list of words is written as a
 * shell's command line; whatever is no text stays JSON. Arguments that are no JSON object are returned as they are.
 */
export function showArguments(value: unknown): string {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!isJsonObject(parsed)) {
    return repairSurrogates(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  }
  const lines = Object.entries(parsed).map(([name, held]) => `${name}: ${showValue(held)}`);
  return repairSurrogates(lines.join("\n"));
}

function showValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (isWords(value)) return value.map(quoteWord).join(" ");
  return JSON.stringify(value) ?? "";
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the command line in a shell call's arguments; `none` where they name none. */
export function commandLineIn(value: unknown): string | "none" {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!isJsonObject(parsed)) return "none";
  const command = parsed["command"] ?? parsed["cmd"];
  if (typeof command === "string" && command !== "") return repairSurrogates(command);
  return isWords(command) && command.length > 0 ? repairSurrogates(showValue(command)) : "none";
}
