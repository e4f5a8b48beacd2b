import type { OptionName } from "./settings.ts";

/** Every command, in the order help shows them. */
export const COMMAND_NAMES = [
  "search",
  "timeline",
  "bundle",
  "expand",
  "ledger",
  "outcome",
  "used",
  "why",
  "open",
  "verify",
  "map",
  "explain",
  "refresh",
  "import",
  "observe",
  "remember",
  "notes",
  "capture",
  "put",
  "secrets",
  "forget",
  "status",
  "doctor",
  "inspect",
  "help",
  "version",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** What a command takes: its options, and whether its words are a question (where a dash is ordinary text). */
export interface CommandShape {
  readonly options: readonly OptionName[];
  readonly takesText: boolean;
}

const HELP: readonly OptionName[] = ["help", "version"];
const ANSWER: readonly OptionName[] = [
  "workspace",
  "project",
  "require-complete",
  "json",
  "quiet",
  "color",
  ...HELP,
];
const CALL: readonly OptionName[] = ["cap", "refresh", "max-age-days", ...ANSWER];
const FILTER: readonly OptionName[] = [
  "ranker",
  "source",
  "path",
  "kind",
  "language",
  "heading",
  "exclude",
  "exclude-session",
  "quarantined",
];

/**
 * Returns whether `name` is a command.
 */
export function isCommandName(name: string): name is CommandName {
  return COMMAND_NAMES.some((known) => known === name);
}

/** What each command takes. An option that would do nothing for a command is not in its list. */
export const COMMANDS: Readonly<Record<CommandName, CommandShape>> = {
  search: { options: ["limit", "detail", "explain", "trace", ...FILTER, ...CALL], takesText: true },
  timeline: {
    options: [
      "newest",
      "oldest",
      "limit",
      "since",
      "until",
      "zone",
      "session",
      "exclude-session",
      "kind",
      "source",
      "quarantined",
      "audit",
      "cursor",
      "trace",
      ...CALL,
    ],
    takesText: true,
  },
  bundle: {
    options: [
      "tokens",
      "policy",
      "resident",
      "add",
      "pin",
      "recent",
      "source",
      "exclude-session",
      "quarantined",
      "pool",
      "no-ledger",
      "markdown",
      "xml",
      ...CALL,
    ],
    takesText: true,
  },
  expand: {
    options: [
      "to",
      "because",
      "bundle",
      "resident",
      "tokens",
      "no-ledger",
      "markdown",
      "xml",
      ...CALL,
    ],
    takesText: false,
  },
  ledger: { options: ["limit", "after", "jsonl", "csv", "cap", ...ANSWER], takesText: false },
  outcome: { options: ["success", "failure", "note", "cap", ...ANSWER], takesText: false },
  used: { options: ["from", "cap", ...ANSWER], takesText: false },
  why: { options: ["needed", ...CALL], takesText: false },
  open: { options: ["lines", ...CALL], takesText: false },
  verify: { options: ["from", ...CALL], takesText: false },
  map: { options: ["limit", "after", "detail", "path", ...CALL], takesText: false },
  explain: { options: ["ranker", ...CALL], takesText: true },
  refresh: { options: ["rebuild", "cap", ...ANSWER], takesText: false },
  import: {
    options: ["from", "root", "since", "dry-run", "map", "cap", ...ANSWER],
    takesText: false,
  },
  observe: { options: ["at", "evidence", "expires", ...ANSWER], takesText: false },
  remember: {
    options: [
      "file",
      "title",
      "note-kind",
      "observed-at",
      "evidence",
      "supersedes",
      "by-agent",
      "session",
      "cap",
      ...ANSWER,
    ],
    takesText: true,
  },
  notes: {
    options: ["limit", "note-kind", "superseded", "quarantined", "cap", ...ANSWER],
    takesText: false,
  },
  capture: {
    options: ["query", "label", "timeout", "max-bytes", "limit", "cap", ...ANSWER],
    takesText: false,
  },
  put: { options: ["query", "label", "limit", "cap", ...ANSWER], takesText: false },
  secrets: { options: CALL, takesText: false },
  forget: {
    options: [
      "session",
      "agent",
      "query",
      "before",
      "source",
      "retention",
      "yes",
      "dry-run",
      "cap",
      ...ANSWER,
    ],
    takesText: false,
  },
  status: { options: CALL, takesText: false },
  doctor: { options: CALL, takesText: false },
  inspect: { options: ["json", "color", ...HELP], takesText: false },
  help: { options: HELP, takesText: false },
  version: { options: ["json", ...HELP], takesText: false },
};
