import { type ObservedAt, parseObservedAt } from "./observed-at.ts";

/** One record of a workspace. What was not stated is absent or empty, never made up. */
export interface SourceRecord {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** When the record says its facts were seen. */
  readonly observedAt: ObservedAt | "unknown";
  /** The page it belongs to, when the record names one; else its file does. */
  readonly module: string | "by_file";
  /** Everything else the record states, in its own order, as text: evidence, owner, tags, supersedes and any other key. */
  readonly statements: readonly Statement[];
  /** Where it stands, as `records/a.jsonl:3`. */
  readonly place: string;
}

export interface Statement {
  readonly key: string;
  readonly text: string;
}

export type ParsedRecord =
  | { readonly status: "ok"; readonly record: SourceRecord; readonly warnings: readonly string[] }
  | { readonly status: "invalid"; readonly problem: string };

const OWN_KEYS: ReadonlySet<string> = new Set(["id", "title", "body", "observedAt", "module"]);
/** A page is a file: its name must fit, with its escapes, where names may have 255 bytes. */
const MAX_MODULE_CHARACTERS = 60;

/**
 * Parses one value into a record. `id`, `title` and `body` are required. A date that cannot be read costs the record its date
 * and not its place: it comes back with a warning and `"unknown"`.
 */
export function parseRecord(value: unknown, place: string): ParsedRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { status: "invalid", problem: "a record is an object with id, title and body" };
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const problem = findProblem(fields);
  if (problem !== "") return { status: "invalid", problem };
  const observed = readObserved(fields.get("observedAt"));
  return {
    status: "ok",
    warnings: observed.warning === "" ? [] : [observed.warning],
    record: {
      id: textOf(fields.get("id")),
      title: textOf(fields.get("title")),
      body: textOf(fields.get("body")),
      observedAt: observed.at,
      module: fields.has("module") ? textOf(fields.get("module")) : "by_file",
      statements: statementsOf(fields),
      place,
    },
  };
}

function findProblem(fields: ReadonlyMap<string, unknown>): string {
  for (const key of ["id", "title", "body"]) {
    const value = fields.get(key);
    if (value === undefined) return `${key} is missing`;
    if (typeof value !== "string" && typeof value !== "number") return `${key} is not text`;
    if (textOf(value).trim() === "") return `${key} is empty`;
  }
  if (!fields.has("module")) return "";
  const module = fields.get("module");
  if (typeof module !== "string" || module.trim() === "") return "module is not text";
  return module.length > MAX_MODULE_CHARACTERS
    ? `module has more than ${MAX_MODULE_CHARACTERS} characters`
    : "";
}

function readObserved(value: unknown): { at: ObservedAt | "unknown"; warning: string } {
  if (value === undefined || value === null || value === "unknown") {
    return { at: "unknown", warning: "" };
  }
  const at = typeof value === "string" ? parseObservedAt(value) : "malformed";
  if (at !== "malformed") return { at, warning: "" };
  const shown = JSON.stringify(value);
  return {
    at: "unknown",
    warning: `observedAt ${shown} is not an ISO 8601 date; its date is unknown`,
  };
}

function statementsOf(fields: ReadonlyMap<string, unknown>): readonly Statement[] {
  const statements: Statement[] = [];
  for (const [key, value] of fields) {
    if (OWN_KEYS.has(key) || value === undefined || value === null) continue;
    const text = textOf(value);
    if (text.trim() !== "") statements.push({ key, text });
  }
  return statements;
}

/** Text as it is, lists joined by commas, anything else as JSON. NUL would make a whole page binary: U+FFFD, as in CommonMark. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.replaceAll("\0", "\ufffd");
}
