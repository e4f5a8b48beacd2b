import { optionInvalid } from "../../errors.ts";
import type { ArtifactKind } from "../../model/artifact.ts";
import { nearestWord } from "../../model/nearest-word.ts";
import { TIMELINE_KINDS } from "../../model/timeline-response.ts";
import type { FolderPair, LineRange, OptionName, Settings } from "./settings.ts";

/** How a text is split: what `--kind` of a search chooses by. */
export const TEXT_KINDS: readonly ArtifactKind[] = ["markdown", "rst", "html", "text", "code"];

/** One option: what stands after it and how its raw values become a checked one. */
export interface Option<Value> {
  /** What help writes for the value; empty for a flag, which takes none. */
  readonly placeholder: string;
  readonly repeatable: boolean;
  /** Turns the values given, in order, into the checked value, or refuses with `option_invalid`. */
  readonly parse: (flag: string, values: readonly string[]) => Value;
}

type OptionTable = { readonly [Name in OptionName]-?: Option<NonNullable<Settings[Name]>> };

/** The table of options. Only how a value is written is checked here; what range it may have is the engine's to say. A single-valued option given twice takes its last value, so that an alias can be overridden. */
export const OPTIONS: OptionTable = {
  add: texts("REF"),
  after: text("REF"),
  agent: texts("NAME"),
  at: text("TIME"),
  audit: flag(),
  because: text("TEXT"),
  before: text("TIME"),
  bundle: text("ID"),
  "by-agent": flag(),
  cap: wholeNumber("BYTES"),
  color: choice(["auto", "always", "never"]),
  csv: flag(),
  cursor: text("TEXT"),
  detail: choice(["identity", "anchor", "section", "full"]),
  "dry-run": flag(),
  evidence: text("TEXT"),
  exclude: texts("WORD"),
  "exclude-session": texts("ID"),
  expires: text("TIME"),
  explain: flag(),
  failure: flag(),
  file: text("FILE"),
  from: text("FILE|AGENT"),
  heading: text("WORDS"),
  help: flag(),
  json: flag(),
  jsonl: flag(),
  kind: choices([...TEXT_KINDS, ...TIMELINE_KINDS], "KIND"),
  label: text("NAME"),
  language: texts("NAME"),
  limit: wholeNumber("N"),
  lines: { placeholder: "A-B", repeatable: false, parse: parseLines },
  map: { placeholder: "FROM=TO", repeatable: true, parse: parseMaps },
  markdown: flag(),
  "max-age-days": wholeNumber("N"),
  "max-bytes": wholeNumber("BYTES"),
  needed: text("REF"),
  newest: wholeNumber("N"),
  "no-ledger": flag(),
  note: text("TEXT"),
  "note-kind": text("WORD"),
  "observed-at": text("TIME"),
  oldest: wholeNumber("N"),
  path: texts("GLOB"),
  pin: texts("REF"),
  policy: text("NAME"),
  pool: text("FILE"),
  project: text("NAME"),
  quarantined: flag(),
  query: text("WORDS"),
  quiet: flag(),
  ranker: choice(["lexical", "exact", "reference"]),
  rebuild: flag(),
  recent: wholeNumber("N"),
  refresh: choice(["auto", "off", "strict"]),
  "require-complete": flag(),
  resident: text("FILE"),
  retention: flag(),
  root: text("DIR"),
  session: texts("ID"),
  since: text("TIME"),
  source: choices(["files", "records", "sessions", "memory", "captures"]),
  success: flag(),
  superseded: flag(),
  supersedes: text("REF"),
  timeout: wholeNumber("SECONDS"),
  title: text("TEXT"),
  to: choice(["anchor", "span", "section", "full"]),
  tokens: wholeNumber("N"),
  trace: flag(),
  until: text("TIME"),
  version: flag(),
  workspace: text("DIR"),
  xml: flag(),
  yes: flag(),
  zone: text("ZONE"),
};

/** Returns whether `name`, without its dashes, is an option of any command. */
export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

function flag(): Option<true> {
  return { placeholder: "", repeatable: false, parse: () => true };
}

function text(placeholder: string): Option<string> {
  return {
    placeholder,
    repeatable: false,
    parse: (name, values) => notEmpty(name, values.at(-1) ?? ""),
  };
}

function texts(placeholder: string): Option<readonly string[]> {
  return {
    placeholder,
    repeatable: true,
    parse: (name, values) => values.map((value) => notEmpty(name, value)),
  };
}

function choice<const Word extends string>(words: readonly Word[]): Option<Word> {
  return {
    placeholder: words.join("|"),
    repeatable: false,
    parse: (name, values) => oneOf(name, words, values.at(-1) ?? ""),
  };
}

function choices<const Word extends string>(
  words: readonly Word[],
  placeholder: string = words.join("|"),
): Option<readonly Word[]> {
  return {
    placeholder,
    repeatable: true,
    parse: (name, values) => values.map((value) => oneOf(name, words, value)),
  };
}

function wholeNumber(placeholder: string): Option<number> {
  return {
    placeholder,
    repeatable: false,
    parse: (name, values) => parseWholeNumber(name, values.at(-1) ?? ""),
  };
}

function notEmpty(name: string, value: string): string {
  if (value.trim() === "") throw optionInvalid(name, "its value is empty");
  return value;
}

/** Returns the value as one of the words, or refuses with the nearest one. */
export function oneOf<Word extends string>(
  name: string,
  words: readonly Word[],
  value: string,
): Word {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  const near = nearestWord(value, words);
  const hint = near === "none" ? "" : `. Did you mean ${near}?`;
  throw optionInvalid(name, `${JSON.stringify(value)} is none of ${words.join(", ")}${hint}`);
}

/** Plain digits only: 1e12, 0x10, 1.5 and NaN are far more often slips than wishes. */
function parseWholeNumber(name: string, value: string): number {
  if (/^-?\d+$/.test(value)) return Number(value);
  throw optionInvalid(name, `${JSON.stringify(value)} is not a whole number in plain digits`);
}

function parseLines(name: string, values: readonly string[]): LineRange {
  const value = values.at(-1) ?? "";
  const match = /^(\d{1,15})(-(\d{1,15})?)?$/.exec(value);
  if (match === null) {
    throw optionInvalid(name, `${JSON.stringify(value)} is not a line range such as 3, 3-9 or 3-`);
  }
  const startLine = Number(match[1]);
  const endLine =
    match[2] === undefined ? startLine : match[3] === undefined ? "end" : Number(match[3]);
  if (startLine < 1) throw optionInvalid(name, "lines are counted from 1");
  if (endLine !== "end" && endLine < startLine) {
    throw optionInvalid(name, `${value} ends before it starts`);
  }
  return { startLine, endLine };
}

/** At the first equals sign: what a folder was called is far less likely to hold one than where it is now. */
function parseMaps(name: string, values: readonly string[]): readonly FolderPair[] {
  return values.map((value) => {
    const equals = value.indexOf("=");
    const [from, to] = [value.slice(0, Math.max(0, equals)).trim(), value.slice(equals + 1).trim()];
    if (equals < 0 || from === "" || to === "") {
      throw optionInvalid(name, `${JSON.stringify(value)} is not FROM=TO, two folders`);
    }
    return { from, to };
  });
}
