import type { CommandName } from "../command-names.ts";
import { type CommandHelp, REFUSED } from "./help-of-command.ts";

/** The help of the commands that decide what may enter a context, and that say what became of it. */
export const ADMISSION_HELP: Readonly<
  Record<
    Extract<CommandName, "bundle" | "expand" | "ledger" | "outcome" | "used" | "why">,
    CommandHelp
  >
> = {
  bundle: {
    usage: "exhibit bundle TASK [options]",
    summary: "decide what may enter an agent's context for a task",
    notes: [
      "Finds candidates in every store, decides about each by a versioned policy without any model, and shows the admitted ones as exhibits E1, E2, … under both caps, --tokens and --cap: they hold for the whole of what is written. What is worth naming and was not admitted is D1, D2, …; expand shows more of either.",
      "The caps count what is written: XML and --json spend more of them on labels than Markdown, which shows the most exhibits. Raise both: 12000 bytes are about 3000 tokens.",
      "What --add names is a candidate, and the policy may still only name it; --policy hybrid with --pin shows it in any case that fits, and names all else.",
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
      "3  nothing was, and a source did not answer or something found did not fit the caps",
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
  used: {
    usage: "exhibit used [BUNDLE] --from FILE [options]",
    summary: "find which exhibits an answer cites or quotes, and record it",
    notes: [
      "Without BUNDLE it is the newest one. Labels count (E2, [E2], E2–E4), places (docs/a.md:3-9), and words of an exhibit repeated one for one. In a block of code only places and words count.",
      "It also lists citations that the bundle does not have, and sentences that state something and cite nothing. The same answer is recorded once; secrets are taken out first.",
      "Used is not helpful: nothing follows about whether an exhibit changed the result.",
    ],
    examples: ["exhibit used --from answer.md", "exhibit used B12 --from - < answer.md"],
    exits: ["0  at least one exhibit was used", "1  the answer shows no use of any", REFUSED],
  },
  why: {
    usage: "exhibit why [BUNDLE] --needed REF [options]",
    summary: "say which stage failed for something that the task needed",
    notes: [
      "Without BUNDLE it is the newest one. One stage is named: recovery failure, candidate miss, admission miss, use failure, or none of the context's; with the records of the ledger that prove it.",
      "Bundles that go on from one another are looked at together. Whether a text exists and shares words with the task is asked of the workspace as it is now.",
    ],
    examples: [
      "exhibit why --needed docs/ownership.md#Approval",
      "exhibit why B12 --needed docs/release.md:3-9 --json",
    ],
    exits: ["0  a stage failed", "1  it was in the bundle, and the context did not fail", REFUSED],
  },
};
