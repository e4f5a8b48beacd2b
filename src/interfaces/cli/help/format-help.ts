import { COMMAND_NAMES, COMMANDS, type CommandName } from "../command-names.ts";
import { OPTIONS } from "../options.ts";
import type { OptionName } from "../settings.ts";
import { COMMAND_HELP } from "./command-help.ts";
import { OPTION_HELP } from "./option-help.ts";

const COMMAND_COLUMNS = 10;
const OPTION_COLUMNS = 30;

/** Returns what somebody sees who types the bare name: what it is, the commands, and where to read on. */
export function formatOverview(): string {
  const commands = COMMAND_NAMES.map(
    (name) => `  ${name.padEnd(COMMAND_COLUMNS)}${COMMAND_HELP[name].summary}`,
  );
  return [
    "exhibit finds passages in a workspace, proves where each came from, and says how old it is.",
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
    ...notes,
    "",
    "Options:",
    ...COMMANDS[name].options.map(formatOption),
    "",
    "Exit status:",
    ...exits.map((exit) => `  ${exit}`),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

function formatOption(name: OptionName): string {
  const { placeholder, repeatable } = OPTIONS[name];
  const flag = `  --${name}${placeholder === "" ? "" : ` ${placeholder}`}`;
  const again = repeatable ? " (repeatable)" : "";
  const description = `${OPTION_HELP[name]}${again}`;
  // A long list of choices takes a row of its own.
  if (flag.length >= OPTION_COLUMNS) return `${flag}\n${" ".repeat(OPTION_COLUMNS)}${description}`;
  return `${flag.padEnd(OPTION_COLUMNS)}${description}`;
}
