import { COMMAND_NAMES, COMMANDS, type CommandName } from "../command-names.ts";
import { OPTIONS } from "../options.ts";
import type { OptionName } from "../settings.ts";
import { wrapSentence } from "../wrap-text.ts";
import { COMMAND_HELP } from "./command-help.ts";
import { OPTION_HELP } from "./option-help.ts";

const COMMAND_COLUMNS = 10;
const OPTION_COLUMNS = 30;
/** As wide as help gets: on a wide terminal, on a pipe, and in the documentation. */
const MAX_COLUMNS = 80;
/** Below this the columns of options would leave no room for words. */
const MIN_COLUMNS = 50;

/** Returns the columns help is written for. */
export function helpColumns(output: {
  readonly isTerminal: boolean;
  readonly columns: number;
}): number {
  if (!output.isTerminal) return MAX_COLUMNS;
  return Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, output.columns));
}

/** Returns what somebody sees who types the bare name: what it is, the commands, and where to read on. */
export function formatOverview(columns: number = MAX_COLUMNS): string {
  const say = (text: string, indent = ""): string[] => wrapSentence(text, columns, indent);
  const commands = COMMAND_NAMES.flatMap((name) =>
    say(
      `  ${name.padEnd(COMMAND_COLUMNS)}${COMMAND_HELP[name].summary}`,
      " ".repeat(COMMAND_COLUMNS + 2),
    ),
  );
  return [
    ...say(
      "exhibit finds passages in a workspace, proves where each came from, and says how old it is.",
    ),
    "",
    "Usage: exhibit COMMAND [options]",
    "",
    ...commands,
    "",
    'Try: exhibit search "who may approve a deployment?"',
    ...say(
      'Options of a command: exhibit help COMMAND. Text that begins with a dash goes after "--".',
    ),
    ...say("Exit: 0 found, 1 nothing found, 2 refused or failed, 3 incomplete, 70 a bug."),
    "",
  ].join("\n");
}

/** Returns the help of one command: usage, notes, options, exit status, two examples. */
export function formatCommandHelp(name: CommandName, columns: number = MAX_COLUMNS): string {
  const { usage, summary, notes, examples, exits } = COMMAND_HELP[name];
  const purpose = summary.charAt(0).toUpperCase() + summary.slice(1);
  return [
    ...wrapSentence(`Usage: ${usage}`, columns, "       "),
    "",
    ...wrapSentence(`${purpose}.`, columns),
    ...(notes.length === 0 ? [] : [""]),
    ...notes.flatMap((note) => wrapSentence(note, columns)),
    "",
    "Options:",
    ...COMMANDS[name].options.flatMap((option) => formatOption(option, columns)),
    "",
    "Exit status:",
    ...exits.flatMap((exit) => wrapSentence(`  ${exit}`, columns, "     ")),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

function formatOption(name: OptionName, columns: number): string[] {
  const { placeholder, repeatable } = OPTIONS[name];
  const flag = `  --${name}${placeholder === "" ? "" : ` ${placeholder}`}`;
  const again = repeatable ? " (repeatable)" : "";
  const [first = "", ...more] = wrapSentence(OPTION_HELP[name] + again, columns - OPTION_COLUMNS);
  const indent = " ".repeat(OPTION_COLUMNS);
  const rest = more.map((row) => indent + row);
  // A long list of choices takes a row of its own.
  return flag.length >= OPTION_COLUMNS
    ? [flag, indent + first, ...rest]
    : [flag.padEnd(OPTION_COLUMNS) + first, ...rest];
}
