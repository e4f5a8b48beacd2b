import { type Instant, UNKNOWN_INSTANT } from "../../model/instant.ts";
import { parseInstant } from "../../model/parse-instant.ts";
import { findSizeProblem } from "./measure-value.ts";
import { slugOf } from "./slug-of.ts";

/** One record of a workspace. What was not stated is absent or empty, never made up. */
export interface SourceRecord {
  /** As stated, else made from module and title, so that it outlives a new order of the records. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** When the record says its facts were seen. */
  readonly observed: Instant;
  /** The page it belongs to: the one the record names, else its file's name without the extension. */
  readonly module: string;
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
  | {
      readonly status: "ok";
      readonly record: SourceRecord;
      readonly isIdMade: boolean;
      readonly warnings: readonly string[];
    }
  | { readonly status: "invalid"; readonly problem: string };

const OWN_KEYS: ReadonlySet<string> = new Set(["id", "title", "body", "observedAt", "module"]);
/** A page is a file: its name must fit, with its escapes, where names may have 255 bytes. */
const MAX_MODULE_CHARACTERS = 60;
const MAX_SHOWN_CHARACTERS = 80;

/**
 * Parses one value into a record. `title` and `body` are required; an `id` nobody wrote is made from module and title. A date
 * that cannot be read costs the record its date and not its place: it comes back with a warning and unknown.
 */
export function parseRecord(value: unknown, place: string): ParsedRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { status: "invalid", problem: "a record is an object with title and body" };
  }
  const size = findSizeProblem(value);
  if (size !== "none") return { status: "invalid", problem: size };
  const fields = new Map<string, unknown>(Object.entries(value));
  const problem = findProblem(fields);
  if (problem !== "") return { status: "invalid", problem };
  const observed = readObserved(fields.get("observedAt"));
  const title = textOf(fields.get("title"));
  const module = isStated(fields.get("module")) ? textOf(fields.get("module")) : fileStem(place);
  return {
    status: "ok",
    isIdMade: !isStated(fields.get("id")),
    warnings: observed.warning === "" ? [] : [observed.warning],
    record: {
      id: isStated(fields.get("id")) ? textOf(fields.get("id")) : slugOf(module, title),
      title,
      body: textOf(fields.get("body")),
      observed: observed.at,
      module,
      statements: statementsOf(fields),
      place,
    },
  };
}

function findProblem(fields: ReadonlyMap<string, unknown>): string {
  for (const key of ["id", "title", "body"]) {
    const value = fields.get(key);
    if (key === "id" && !isStated(value)) continue;
    if (!isStated(value)) return `${key} is missing`;
    if (typeof value !== "string" && typeof value !== "number") return `${key} is not text`;
    if (textOf(value).trim() === "") return `${key} is empty`;
  }
  const module = fields.get("module");
  if (!isStated(module)) return "";
  if (typeof module !== "string" || module.trim() === "") return "module is not text";
  return module.length > MAX_MODULE_CHARACTERS
    ? `module has more than ${MAX_MODULE_CHARACTERS} characters`
    : "";
}

/** A time without an offset is taken as UTC, which is how the field is documented. */
function readObserved(value: unknown): { at: Instant; warning: string } {
  if (!isStated(value) || value === "unknown") return { at: UNKNOWN_INSTANT, warning: "" };
  const at = typeof value === "string" ? parseInstant(value, "declared", "Z") : "unreadable";
  if (at !== "unreadable") return { at, warning: "" };
  const shown = quoteStart(value);
  return {
    at: UNKNOWN_INSTANT,
    warning: `observedAt ${shown} is not an ISO 8601 date; its date is unknown`,
  };
}

/** YAML writes an empty value as null. */
function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function fileStem(place: string): string {
  const name = place.slice(place.lastIndexOf("/") + 1);
  return name.replace(/\.[^.]+:\d+$/, "");
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

/** A value as JSON, cut after what tells a person which one is meant. */
export function quoteStart(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)}…`;
}

/** Text as it is, lists joined by commas, anything else as JSON. NUL would make a whole page binary: U+FFFD, as in CommonMark. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.replaceAll("\0", "\ufffd");
}
