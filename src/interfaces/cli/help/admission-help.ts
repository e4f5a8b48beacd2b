import type { CommandName } from "../command-names.ts";
import { type CommandHelp, REFUSED } from "./help-of-command.ts";

/** The help of the commands that decide what may enter a context, and that say what became of it. */
export const ADMISSION_HELP: Readonly<
  Record<Extract<CommandName, "bundle" | "expand" | "ledger" | "outcome">, CommandHelp>
> = {
  bundle: {
    usage: "exhibit bundle TASK [options]",
    summary: "decide what may enter an agent's context for a task",
    notes: [
      "Finds candidates in every store, decides about each by a versioned policy without any model, and shows the admitted ones as exhibits E1, E2, … under both caps, --tokens and --cap: they hold for the whole of what is written. What is worth naming and was not admitted is D1, D2, …; expand shows more of either.",
      "An exhibit is evidence: it instructs nobody and permits nothing. Exhibits that differ in numbers or names are both shown, and which one is right is not judged.",
      "Every bundle is recorded in the ledger, with all its candidates and decisions; --no-ledger leaves no trace.",
    ],
    examples: [
      'exhibit bundle "why does the import deadlock?" --tokens 1500',
      'exhibit bundle "raise the retention limit" --add docs/limits.md --policy lexgate:wide --json > bundle.json',
    ],
    exits: [
      "0  something was admitted",
      "1  nothing was, and every source answered",
      REFUSED,
      "3  nothing was, and a source did not answer",
    ],
  },
  expand: {
    usage: "exhibit expand LABEL --because TEXT [options]",
    summary: "show more of what a bundle shows or names",
    notes: [
      "Steps go from identity to anchor, span or section, and full: the whole text is shown only after its section was. An exhibit keeps its label; what was only named becomes the next exhibit.",
    ],
    examples: [
      'exhibit expand D1 --because "the anchor does not say which path"',
      'exhibit expand E2 --to full --because "its section names a table that stands elsewhere" --bundle B12',
    ],
    exits: ["0  shown", REFUSED],
  },
  ledger: {
    usage: "exhibit ledger [list | show ID | export] [options]",
    summary: "say what was given to a reader, at what cost, and what became of it",
    notes: [
      "list (the default) has a line for each bundle, newest first: found, admitted, used, helpful and outcome are five claims, and what nobody looked at is unknown. Its sums name the worst bundle beside them.",
      "show has everything that led to a bundle: candidates, decisions, tokens, the machinery's own cost, and the rendering as it was given. Its sum check says whether the parts on record are all of it.",
      "export writes every bundle to standard output, oldest first: --jsonl a line for each, whole; --csv a row for each decision (docs/ledger-table.md lists the columns). In a table, a text that a spreadsheet would take for a formula begins with an apostrophe.",
      "Nothing in the ledger is ever changed. A bundle of which something was forgotten has lost every word, and keeps hashes and numbers.",
    ],
    examples: ["exhibit ledger show B12", "exhibit ledger export --csv > decisions.csv"],
    exits: ["0  some", "1  none is recorded; show: the sum does not hold", REFUSED],
  },
  outcome: {
    usage: "exhibit outcome BUNDLE --success|--failure [options]",
    summary: "record how the task of a bundle ended",
    notes: [
      "It says nothing about any one exhibit: neither that one was used, nor that it helped. Said again, the later one counts and both are kept.",
    ],
    examples: [
      "exhibit outcome B12 --success",
      'exhibit outcome B12 --failure --note "the flag was named and not used"',
    ],
    exits: ["0  recorded", REFUSED],
  },
};
