import { commandUnknown } from "../../../errors.ts";
import { nearestWord } from "../../../model/nearest-word.ts";
import type { RunCommand } from "../call.ts";
import { COMMAND_NAMES, isCommandName } from "../command-names.ts";
import { EXIT } from "../exit-codes.ts";
import { formatCommandHelp, formatOverview, helpColumns } from "../help/format-help.ts";

/** Writes help: of one command when one is named (`help search`, `search --help`), else the overview. Always 0. */
export const runHelp: RunCommand = async (call) => {
  const columns = helpColumns(call.surroundings.stdout);
  const name = call.command === "help" ? (call.words[0] ?? "help") : call.command;
  if (name === "none" || (name === "help" && call.words.length === 0)) {
    call.surroundings.stdout.write(formatOverview(columns));
    return EXIT.found;
  }
  if (!isCommandName(name)) {
    const near = nearestWord(name, COMMAND_NAMES);
    throw commandUnknown(name, near === "none" ? "" : `exhibit help ${near}`);
  }
  call.surroundings.stdout.write(formatCommandHelp(name, columns));
  return EXIT.found;
};
