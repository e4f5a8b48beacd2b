import type { OptionName } from "../settings.ts";

/** What each option does, one line each. */
export const OPTION_HELP: Readonly<Record<OptionName, string>> = {
  after: "go on behind this module: a path, as the last answer names it",
  at: "when it was looked at, ISO 8601 with an offset (2026-10-15T10:00:00Z)",
  cap: "most UTF-8 bytes of the whole response, metadata included (default 12000)",
  color: "colors and marks (default auto: on a terminal, NO_COLOR and FORCE_COLOR honored)",
  detail: "how much of each entry (default section)",
  evidence: "where the proof is: a URL, a ticket, a command",
  exclude: "leave out passages that hold this word",
  "exclude-session": "leave out what belongs to this agent session",
  expires: "until when the check counts, ISO 8601 with an offset",
  explain: "show each score as a tree of contributions",
  from: "check every citation in a text; - reads standard input",
  heading: "only passages under a heading with these words",
  help: "show help and stop",
  json: "write the response as one line of JSON and nothing else",
  kind: "only this kind of text",
  language: "only this programming or markup language",
  limit: "most entries (a search: 1 to 100, default 5)",
  lines: "which lines: 3, 3-9, or 3- to the end",
  "max-age-days": "days after which an observation counts as stale (default 7)",
  path: "only paths that match, from the root of the workspace: docs/**, **/*.md; ! in front leaves them out",
  project: "open another project: a name of exhibit.config.json, or a path; the answer says so",
  quarantined: "also what may belong to another project; every such hit says so",
  quiet: "no progress and no notes on standard error",
  ranker: "how to rank: lexical (default), exact words, or the reference formula",
  rebuild: "build the index anew from its inputs; old citations still resolve",
  refresh:
    "auto refreshes when inputs changed (default), off writes nothing, strict refuses anything but current",
  "require-complete": "exit 3 when a source did not answer, whatever was found",
  source:
    "only this source: workspace texts (files, records) or a store (sessions, memory, captures)",
  trace: "add the path the call took, with counts",
  version: "show the version and stop",
  workspace: "the folder to work in (default: upwards to .exhibit or a repository root, else here)",
};
