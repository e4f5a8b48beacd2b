import { commandUnknown, optionInvalid, optionUnknown } from "../../errors.ts";
import { nearestWord } from "../../model/nearest-word.ts";
import { COMMAND_NAMES, COMMANDS, type CommandName, isCommandName } from "./command-names.ts";
import { isOptionName, OPTIONS } from "./options.ts";
import type { OptionName, Settings } from "./settings.ts";

/** A call as it was typed: the command, its words and its checked options. */
export interface Invocation {
  readonly command: CommandName | "none";
  readonly words: readonly string[];
  readonly settings: Settings;
  /** Words with two dashes that are no option and were taken as text of the question; worth a note to the person. */
  readonly dashedText: readonly string[];
}

interface Reading {
  readonly tokens: readonly string[];
  next: number;
  command: CommandName | "none";
  readonly words: string[];
  readonly values: Map<OptionName, string[]>;
  readonly dashedText: string[];
}

/**
 * Reads the words after `exhibit`. A word with a dash is an option only where it can be one: in a question every
 * other dash is ordinary text, and after `--` everything is. Refuses with `command_unknown`, `option_unknown` (a near
 * miss of an option, or an option of another command) or `option_invalid`, and nothing else.
 */
export function parseArguments(tokens: readonly string[]): Invocation {
  const reading: Reading = {
    tokens,
    next: 0,
    command: "none",
    words: [],
    values: new Map(),
    dashedText: [],
  };
  while (reading.next < tokens.length) readToken(reading);
  for (const name of reading.values.keys()) assertBelongs(name, reading.command);
  return {
    command: reading.command,
    words: reading.words,
    settings: checkValues(reading.values),
    dashedText: reading.dashedText,
  };
}

function readToken(reading: Reading): void {
  const token = reading.tokens[reading.next] ?? "";
  reading.next += 1;
  if (token === "--") {
    const rest = reading.tokens.slice(reading.next);
    reading.next = reading.tokens.length;
    for (const word of rest) takeWord(reading, word);
  } else if (token === "-h") {
    reading.values.set("help", [""]);
  } else if (token.startsWith("-") && token !== "-") {
    readDashed(reading, token);
  } else {
    takeWord(reading, token);
  }
}

function takeWord(reading: Reading, word: string): void {
  if (reading.command !== "none") {
    reading.words.push(word);
  } else if (isCommandName(word)) {
    reading.command = word;
  } else {
    throw commandUnknown(word, suggestCommand(word, reading.tokens.slice(reading.next)));
  }
}

function readDashed(reading: Reading, token: string): void {
  const equals = token.indexOf("=");
  const flag = equals < 0 ? token : token.slice(0, equals);
  const name = flag.slice(2);
  if (!(flag.startsWith("--") && isOptionName(name))) {
    readUnknownDash(reading, token, flag);
    return;
  }
  const value = equals < 0 ? readValue(reading, name) : inlineValue(name, token.slice(equals + 1));
  const values = reading.values.get(name);
  if (values === undefined) reading.values.set(name, [value]);
  else values.push(value);
}

/** Text of the question where one is being asked, unless it looks like a slip; elsewhere an unknown option. */
function readUnknownDash(reading: Reading, token: string, flag: string): void {
  const takesText = reading.command !== "none" && COMMANDS[reading.command].takesText;
  const isLong = flag.startsWith("--");
  const near = isLong ? nearestWord(flag.slice(2), optionsOf(reading.command)) : "none";
  if (near !== "none") throw optionUnknown(flag, `--${near}`);
  if (!takesText) throw optionUnknown(flag, "");
  if (isLong && !/\s/.test(token)) reading.dashedText.push(token);
  takeWord(reading, token);
}

function readValue(reading: Reading, name: OptionName): string {
  if (OPTIONS[name].placeholder === "") return "";
  const value = reading.tokens[reading.next];
  const missing =
    value === undefined ||
    value === "--" ||
    (value.startsWith("--") && isOptionName(value.slice(2)));
  if (missing) throw optionInvalid(`--${name}`, `it needs a value: ${OPTIONS[name].placeholder}`);
  reading.next += 1;
  return value;
}

function inlineValue(name: OptionName, value: string): string {
  if (OPTIONS[name].placeholder !== "") return value;
  throw optionInvalid(`--${name}`, "it takes no value");
}

function optionsOf(command: CommandName | "none"): readonly OptionName[] {
  return command === "none" ? Object.keys(OPTIONS).filter(isOptionName) : COMMANDS[command].options;
}

function assertBelongs(name: OptionName, command: CommandName | "none"): void {
  if (command === "none" || COMMANDS[command].options.includes(name)) return;
  const takers = COMMAND_NAMES.filter((other) => COMMANDS[other].options.includes(name));
  const advice = COMMANDS[command].takesText
    ? '. Put "--" before text that begins with a dash'
    : "";
  throw optionInvalid(
    `--${name}`,
    `"${command}" does not take it; ${takers.join(", ")} ${takers.length === 1 ? "does" : "do"}${advice}`,
  );
}

function checkValues(values: ReadonlyMap<OptionName, readonly string[]>): Settings {
  const entries = [...values].map(([name, raw]) => [name, OPTIONS[name].parse(`--${name}`, raw)]);
  // The option table's type ties each name to its value's type; fromEntries cannot carry that through.
  return Object.fromEntries(entries) as Settings;
}

const LONGEST_ASKING_WORD = 3;

/** A near command for a slip; a whole search for somebody who typed a question without a command. */
function suggestCommand(word: string, rest: readonly string[]): string {
  const words = [word, ...rest].filter((part) => !part.startsWith("-"));
  // Who, why, how: a short word with more behind it begins a question, however near it is to a command.
  const isQuestion = words.length > 2 && word.length <= LONGEST_ASKING_WORD;
  const near = isQuestion ? "none" : nearestWord(word, COMMAND_NAMES);
  if (near !== "none") return `exhibit ${near}`;
  if (words.length < 2 && !/\s/.test(word)) return "";
  return `exhibit search ${quoteForShell(words.join(" "))}`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
