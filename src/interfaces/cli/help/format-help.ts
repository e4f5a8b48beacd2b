import { COMMAND_NAMES, COMMANDS, type CommandName } from "../command-names.ts";
import { OPTIONS } from "../options.ts";
import type { OptionName } from "../settings.ts";
import { wrapSentence } from "../wrap-text.ts";
import { COMMAND_HELP } from "./command-help.ts";
import { OPTION_HELP } from "./option-help.ts";

const COMMAND_COLUMNS = 10;
const OPTION_COLUMNS = 30;
/** Help looks the same everywhere: on a narrow terminal, on a pipe, and in the documentation. */
const COLUMNS = 80;

/** Returns what somebody sees who types the bare name: what it is, the commands, and where to read on. */
export function formatOverview(): string {
  const commands = COMMAND_NAMES.map(
    (name) => `  ${name.padEnd(COMMAND_COLUMNS)}${COMMAND_HELP[name].summary}`,
  );
  return [
    "exhibit finds passages in a workspace, proves where each came from, and says",
    "how old it is.",
    "",
    "Usage: exhibit COMMAND [options]",
    "",
    ...commands,
    "",
    'Try: exhibit search "who may approve a deployment?"',
    'Options of a command: exhibit help COMMAND. Text that begins with a dash goes after "--".',
    "Exit: 0 found, 1 nothing found, 2 refused or failed, 3 incomplete, 70 a bug.",
    "",
  ].join("\n");
}

/** Returns the help of one command: usage, notes, options, exit status, two examples. */
export function formatCommandHelp(name: CommandName): string {
  const { usage, summary, notes, examples, exits } = COMMAND_HELP[name];
  const purpose = summary.charAt(0).toUpperCase() + summary.slice(1);
  return [
    `Usage: ${usage}`,
    "",
    `${purpose}.`,
    ...(notes.length === 0 ? [] : [""]),
    ...notes.flatMap((note) => wrapSentence(note, COLUMNS)),
    "",
    "Options:",
    ...COMMANDS[name].options.flatMap(formatOption),
    "",
    "Exit status:",
    ...exits.map((exit) => `  ${exit}`),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

function formatOption(name: OptionName): string[] {
  const { placeholder, repeatable } = OPTIONS[name];
  const flag = `  --${name}${placeholder === "" ? "" : ` ${placeholder}`}`;
  const again = repeatable ? " (repeatable)" : "";
  const [first = "", ...more] = wrapSentence(OPTION_HELP[name] + again, COLUMNS - OPTION_COLUMNS);
  const indent = " ".repeat(OPTION_COLUMNS);
  const rest = more.map((row) => indent + row);
  // A long list of choices takes a row of its own.
  return flag.length >= OPTION_COLUMNS
    ? [flag, indent + first, ...rest]
    : [flag.padEnd(OPTION_COLUMNS) + first, ...rest];
}
