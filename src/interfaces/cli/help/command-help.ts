import type { CommandName } from "../command-names.ts";
import { ADMISSION_HELP } from "./admission-help.ts";
import { type CommandHelp, REFUSED } from "./help-of-command.ts";

/** The help of every command. */
export const COMMAND_HELP: Readonly<Record<CommandName, CommandHelp>> = {
  ...ADMISSION_HELP,
  search: {
    usage: "exhibit search QUERY [options]",
    summary: "find passages and prove where each came from",
    notes: [
      'Words are joined with spaces. "A phrase in quotes" must stand together in every hit. Every other character is ordinary text; a word with two dashes that is no option is text too, and everything after -- is.',
      "It asks the workspace's texts and every store: sessions, memory, captures. One that cannot answer is named, and takes nothing from the others.",
      "Each hit begins with its citation, path:3-9 @version, which open and verify take as it stands.",
      "On a terminal a long passage shows its eight lines with the most matches, and ⋮ counts the lines left out; --detail section, or a pipe, shows every line.",
    ],
    examples: [
      'exhibit search "who may approve a deployment?"',
      'exhibit search "--error-on-warnings" --path "docs/**" --limit 3',
    ],
    exits: [
      "0  found",
      "1  nothing found, and every source answered",
      REFUSED,
      "3  nothing found, and a source did not answer; or found, and nothing fits the cap",
    ],
  },
  timeline: {
    usage: "exhibit timeline [WORDS] [options]",
    summary: "tell what happened, newest first",
    notes: [
      "The newest 20 events of sessions, memory, captures and dated texts, chosen after merging all of them. WORDS must all be in a text, in any form; nothing is ranked. A window holds --since and not --until.",
      "Days begin in the zone that each day's line names, and every time shows its offset. A time marked ~ was not written down as the event happened: the word behind it says what kind of date it is.",
      "What has no time that orders it stands apart, behind the events, with its count.",
    ],
    examples: [
      'exhibit timeline "ledger owner" --newest 10',
      "exhibit timeline --since 2026-10-01 --until 2026-10-08 --zone Asia/Kolkata --kind message",
    ],
    exits: [
      "0  events told, or undated ones",
      "1  none, and every source answered",
      REFUSED,
      "3  none, and a source did not answer; or some, and none fits the cap",
    ],
  },
  open: {
    usage: "exhibit open REF [options]",
    summary: "show the lines of a text, now or as it was cited",
    notes: [
      "REF is a path, path:12-18 or path#L12-L18, each with or without @version behind it, or artifact://files/path@version#L12-L18. With a version it shows what was cited, else what is there now.",
    ],
    examples: [
      "exhibit open docs/ownership.md:12-18",
      "exhibit open docs/ownership.md --lines 40-",
    ],
    exits: ["0  shown", REFUSED],
  },
  verify: {
    usage: "exhibit verify CITATION... [options]",
    summary: "check citations against what was stored and what is there now",
    notes: [
      "current: the same bytes at the same lines. relocated: the same bytes at other lines. changed: no longer there. gone: no such text any more. mismatch: the version has no such lines, or not the saved excerpt. unavailable: the store that would know cannot be read.",
      "unpinned: the citation names no version, so it means whatever stands there now and proves nothing about what was read. Copy path:3-9 @version as search prints it.",
      "--from finds artifact://..., path:3-9 and path#L3-L9, with @version, in any text. Of a response saved with --json it checks version, lines and excerpt of every hit.",
    ],
    examples: [
      "exhibit verify docs/ownership.md:12-18@0123456789abcdef",
      "exhibit verify --from answer.md",
    ],
    exits: [
      "0  every citation holds (current or relocated)",
      "1  one does not hold",
      REFUSED,
      "3  none fails, and one is unpinned, could not be compared, or does not fit the cap",
    ],
  },
  map: {
    usage: "exhibit map [options]",
    summary: "list modules and their sections, without a search",
    notes: [
      "--detail identity lists modules only; full adds each whole text, the first cut to whole lines where the cap is too small. What does not fit is counted, and --after goes on behind the last one shown.",
    ],
    examples: ["exhibit map", 'exhibit map --detail identity --path "docs/**"'],
    exits: [
      "0  listed",
      "1  nothing is indexed, or nothing matches",
      REFUSED,
      "3  nothing, and a source did not answer; or nothing fits the cap",
    ],
  },
  explain: {
    usage: "exhibit explain QUERY REF [options]",
    summary: "say why a passage ranked where it did, or why it did not",
    notes: [
      "The last word is the passage; everything before it is the question. The rank is among all passages, so there is nothing to filter.",
    ],
    examples: [
      "exhibit explain 'who may approve' docs/ownership.md:12",
      "exhibit explain deployment docs/release.md:3-9 --json",
    ],
    exits: [
      "0  a candidate",
      "1  no candidate",
      REFUSED,
      "3  no candidate, and a source did not answer",
    ],
  },
  refresh: {
    usage: "exhibit refresh [options]",
    summary: "bring the index up to date with its inputs",
    notes: ["A refresh never makes a fact younger: dates come from the texts themselves."],
    examples: ["exhibit refresh", "exhibit refresh --rebuild"],
    exits: ["0  done", REFUSED],
  },
  import: {
    usage: "exhibit import [options]",
    summary: "keep what agents wrote down here: sessions and memory files",
    notes: [
      "AGENT is claude-code, codex, gemini, opencode, cursor, jsonl or notes; without --from everything whose folder exists is read. Nothing is written there. Only what is new is read, and running it again changes nothing.",
      "A record belongs to this project when the folder it was made in lies in it. Records of other projects are counted and left out; records that name no folder are kept hidden. Secrets are taken out before anything is stored.",
      "notes are Markdown files: Claude Code's own memory, and CLAUDE.md and AGENTS.md outside the workspace. Each edit is a note that replaces the one before. A file that nothing ties to this project is kept hidden; --map FOLDER=. says that those of FOLDER belong to it.",
    ],
    examples: [
      "exhibit import --dry-run",
      "exhibit import --from claude-code --map /home/dev/old-name=.",
    ],
    exits: [
      "0  something was kept, or nothing changed since the last time",
      "1  there is no history of this project",
      REFUSED,
      "3  nothing was kept, and something could not be read",
    ],
  },
  observe: {
    usage: "exhibit observe REF --at TIME --evidence TEXT --expires TIME [options]",
    summary: "record that somebody checked the upstream, with evidence",
    notes: ["It counts for exactly the version that is there now, and until it expires."],
    examples: [
      "exhibit observe docs/limits.md --at 2026-10-15T10:00:00Z --evidence https://example.com/status --expires 2026-10-22T10:00:00Z",
      'exhibit observe docs/limits.md:3-9 --at 2026-10-15T10:00:00Z --evidence "ticket 17" --expires 2026-10-16T00:00:00Z',
    ],
    exits: ["0  recorded", REFUSED],
  },
  remember: {
    usage: "exhibit remember TEXT [options]",
    summary: "keep a note on purpose, with its evidence",
    notes: [
      "Nothing writes notes by itself. Secrets are taken out before it is kept, and the same note given twice is one.",
      "--evidence that names a version is a citation and must hold now. --supersedes keeps the older note, marked, and ranks it after this one.",
    ],
    examples: [
      'exhibit remember "Releases wait for the signed checklist" --note-kind decision --evidence docs/release.md:3-9@0123456789abcdef',
      "exhibit remember --file decision.md --observed-at 2026-10-14",
    ],
    exits: ["0  kept, or kept before", REFUSED],
  },
  notes: {
    usage: "exhibit notes [options]",
    summary: "list the notes of this project, newest first",
    notes: ["Replaced notes are counted and left out; --superseded shows them."],
    examples: ["exhibit notes", "exhibit notes --note-kind decision --limit 50"],
    exits: [
      "0  listed",
      "1  there is none",
      REFUSED,
      "3  the memory did not answer; or nothing fits the cap",
    ],
  },
  capture: {
    usage: "exhibit capture [options] -- COMMAND [ARGUMENT...]",
    summary: "run a command and keep its output outside the context",
    notes: [
      "No shell reads the command. Its output is kept whole up to --max-bytes, with exit code and times; what is printed is how it begins and ends, and the passages that answer --query.",
      "Secrets are taken out of the output and of the command's words. --cap is 2,000 bytes at least: what cannot be kept or shown is refused before the command runs.",
    ],
    examples: [
      'exhibit capture --query "which test failed" -- npm test',
      "exhibit capture --label build --timeout 60 -- make -j2",
    ],
    exits: ["0  kept, whatever the command's own exit code", REFUSED],
  },
  put: {
    usage: "exhibit put [options] < INPUT",
    summary: "keep standard input outside the context",
    notes: [],
    examples: [
      'exhibit put --label tests --query "which test failed" < tests.log',
      "exhibit put --label history < history.txt",
    ],
    exits: ["0  kept", REFUSED],
  },
  secrets: {
    usage: "exhibit secrets [options]",
    summary: "say where something looks like a secret, and never show it",
    notes: [
      "It examines the texts of the workspace as they are now, the sessions, the memory, the captures and the evidence of observations: place, kind and count. What is denied (.env files, private keys) is not read.",
      "What is kept had its secrets taken out first; those are counted by kind. Forms and names that no rule knows are not found.",
    ],
    examples: ["exhibit secrets", "exhibit secrets --json --cap 100000"],
    exits: [
      "0  found: there are some",
      "1  there are none",
      REFUSED,
      "3  none were found, and something could not be read",
    ],
  },
  forget: {
    usage: "exhibit forget [REF...] [options]",
    summary: "remove entries, and the words of bundles, for good",
    notes: [
      "Without --yes it only says what would be removed, by reference and without a word of any text. All conditions given must hold.",
      "With --yes entries, texts, index, the observations of what is named and every word of the bundles that name it go, and the files are rewritten, so that no byte is left; an import does not bring them back. While another process reads a store it is refused (store_busy) and nothing is removed. What stays is each reference and when it was forgotten.",
      "--retention selects what is older or larger than exhibit.config.json allows (retention: sessions, memory, captures, each with maxAgeDays and maxBytes); it is off where nothing is said, and nothing is ever removed by itself. What a note cites as evidence, an observation names or a bundle cites is kept and counted.",
      "A REF to a text of the workspace removes the observations made of it and the words of bundles that name it, and not the text. B12 is a bundle of the ledger; --query by itself also takes the words of bundles that hold all of it. Copies that were made of the data folder, and what an agent keeps itself, are out of its reach.",
    ],
    examples: [
      'exhibit forget --query "staging password"',
      "exhibit forget --agent claude-code --before 2026-01-01 --yes",
    ],
    exits: [
      "0  something is selected, or was removed",
      "1  nothing is selected; with --yes the files were rewritten all the same",
      REFUSED,
      "3  nothing is selected, and a store could not be read",
    ],
  },
  status: {
    usage: "exhibit status [options]",
    summary: "say what is indexed, how old it is, and where it is kept",
    notes: [
      "It refreshes nothing unless --refresh asks for it.",
      "With --max-age-days it fails when an observation is older, and also when a text declares no date: nobody can say that such a text is young enough. The reason is on standard error.",
    ],
    examples: ["exhibit status", "exhibit status --max-age-days 30"],
    exits: [
      "0  told; with --max-age-days: every text is young enough",
      "1  with --max-age-days: one is older, or may be",
      REFUSED,
    ],
  },
  doctor: {
    usage: "exhibit doctor [options]",
    summary: "examine the installation, the data folder and every source",
    notes: [],
    examples: ["exhibit doctor", "exhibit doctor --json"],
    exits: ["0  nothing failed", "1  a check failed", REFUSED],
  },
  inspect: {
    usage: "exhibit inspect FILE [options]",
    summary: "list what a saved response selected, offline",
    notes: [
      "FILE holds what --json wrote; - reads standard input. Every passage is listed with lines, date and gaps, and its excerpt is hashed again: one that was altered since is named.",
    ],
    examples: [
      "exhibit inspect answer.json",
      'exhibit search "who may approve" --json | exhibit inspect -',
    ],
    exits: [
      "0  passages listed",
      "1  it holds none, or an excerpt was altered",
      REFUSED,
      "3  it holds none and is incomplete",
    ],
  },
  help: {
    usage: "exhibit help [COMMAND]",
    summary: "show this help, or that of one command",
    notes: [],
    examples: ["exhibit help", "exhibit help search"],
    exits: ["0  shown", REFUSED],
  },
  version: {
    usage: "exhibit version",
    summary: "show the version",
    notes: [],
    examples: ["exhibit version", "exhibit version --json"],
    exits: ["0  shown", REFUSED],
  },
};
