import type { EntryKind, EntryRole } from "../../../model/entry.ts";
import type { Instant } from "../../../model/instant.ts";
import { parseInstant } from "../../../model/parse-instant.ts";
import { isJsonObject, type JsonObject } from "../json-shape.ts";

/** One line of the plain form after it was checked. docs/session-formats.md describes every field. */
export interface PlainRecord {
  readonly id: string | "none";
  readonly session: string;
  readonly agent: string;
  readonly parent: string | "none";
  readonly subagent: string | "none";
  readonly kind: EntryKind;
  readonly role: EntryRole;
  readonly text: string;
  readonly format: "text" | "markdown";
  readonly title: string | "none";
  readonly time: Instant;
  /** Whether a program only noted when it received this. */
  readonly isReceived: boolean;
  readonly cwd: string | "none";
  readonly toolUseId: string | "none";
  readonly toolName: string | "none";
  readonly error: boolean;
  readonly facts: Readonly<Record<string, string>>;
  /** Fields that the form does not have, in the order written. */
  readonly unknownFields: readonly string[];
}

const KINDS = ["message", "tool_call", "tool_result", "summary", "system"] as const;
const ROLES = ["user", "assistant", "system", "tool", "unknown"] as const;
const FORMATS = ["text", "markdown"] as const;
const FIELDS: ReadonlySet<string> = new Set([
  ...["id", "session", "agent", "parent", "subagent", "kind", "role", "text", "format", "title"],
  ...["time", "receivedAt", "cwd", "toolUseId", "toolName", "error", "facts"],
]);
const AGENT = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const ZONED = /(?:Z|z|[+-]\d{2}:?\d{2})$/;
const ROLE_OF_KIND: Readonly<Record<(typeof KINDS)[number], EntryRole>> = {
  message: "unknown",
  tool_call: "assistant",
  tool_result: "tool",
  summary: "assistant",
  system: "system",
};

/** What is wrong with a line, as a clause that names the field. */
class PlainProblem extends Error {}

/** Checks one line of the plain form. Returns the first problem as text. */
export function readPlainRecord(object: JsonObject): PlainRecord | string {
  try {
    return checked(object);
  } catch (error) {
    if (error instanceof PlainProblem) return error.message;
    throw error;
  }
}

function checked(object: JsonObject): PlainRecord {
  const kind = oneOf(object, "kind", KINDS) ?? "message";
  const agent = optionalText(object, "agent") ?? "jsonl";
  if (!AGENT.test(agent)) {
    throw new PlainProblem('"agent" must be a lowercase name such as "my-agent"');
  }
  return {
    id: optionalText(object, "id") ?? "none",
    session: requiredText(object, "session"),
    agent,
    parent: optionalText(object, "parent") ?? "none",
    subagent: optionalText(object, "subagent") ?? "none",
    kind,
    role: oneOf(object, "role", ROLES) ?? ROLE_OF_KIND[kind],
    text: requiredText(object, "text"),
    format: oneOf(object, "format", FORMATS) ?? "text",
    title: optionalText(object, "title") ?? "none",
    ...timesOf(object),
    cwd: optionalText(object, "cwd") ?? "none",
    toolUseId: optionalText(object, "toolUseId") ?? "none",
    toolName: optionalText(object, "toolName") ?? "none",
    error: flag(object, "error"),
    facts: factsOf(object),
    unknownFields: Object.keys(object).filter((name) => !FIELDS.has(name)),
  };
}

/** When something was received says nothing about when it happened, so that it dates nothing (TIM-09). */
function timesOf(object: JsonObject): Pick<PlainRecord, "time" | "isReceived"> {
  const happened = writtenTime(object, "time", "observed");
  const received = writtenTime(object, "receivedAt", "indexed");
  const isReceived = received.at !== "unknown";
  return { time: happened.at === "unknown" ? received : happened, isReceived };
}

function writtenTime(object: JsonObject, name: string, basis: "observed" | "indexed"): Instant {
  const text = optionalText(object, name);
  if (text === undefined) return { at: "unknown", basis: "unknown" };
  const time = parseInstant(text, basis);
  if (time === "unreadable") throw new PlainProblem(`"${name}" is no ISO 8601 time`);
  if (text.includes(":") && !ZONED.test(text)) {
    throw new PlainProblem(`"${name}" has no offset: write one, such as Z or +02:00`);
  }
  return time;
}

function optionalText(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new PlainProblem(`"${name}" must be text that is not empty`);
}

function requiredText(object: JsonObject, name: string): string {
  const text = optionalText(object, name);
  if (text === undefined) throw new PlainProblem(`"${name}" is missing`);
  return text;
}

function oneOf<T extends string>(
  object: JsonObject,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = optionalText(object, name);
  if (text === undefined) return undefined;
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new PlainProblem(`"${name}" must be one of ${allowed.join(", ")}`);
  return found;
}

function flag(object: JsonObject, name: string): boolean {
  const value = object[name] ?? false;
  if (typeof value !== "boolean") throw new PlainProblem(`"${name}" must be true or false`);
  return value;
}

function factsOf(object: JsonObject): Readonly<Record<string, string>> {
  const facts = object["facts"] ?? {};
  if (!isJsonObject(facts)) throw new PlainProblem('"facts" must be an object');
  const entries = Object.entries(facts).map(([name, value]): [string, string] => {
    if (typeof value !== "string") throw new PlainProblem('each of "facts" must be text');
    return [name, value];
  });
  return Object.fromEntries(entries);
}
