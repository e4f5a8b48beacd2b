/**
 * Every refusal, alphabetical. An outcome (no hit, a stale projection, a failed source) is data and has no code here.
 *
 * - `artifact_unknown` no current or stored artifact has this reference. details: ref
 * - `bundle_unknown` the ledger holds no bundle of this name. details: id
 * - `cap_too_small` the byte cap cannot hold the signals. details: capBytes, minimumBytes
 * - `citation_malformed` the text is not a citation. details: text
 * - `command_unknown`, `option_unknown`, `option_invalid` a call that cannot be taken. details: name, problem
 * - `config_invalid` the configuration file cannot be used. details: path, problem
 * - `data_folder_unusable` the data folder cannot be created or opened. details: path
 * - `engine_closed` the engine was closed before this call. details: none
 * - `expansion_refused` what was shown cannot be shown more richly, or no reason was given. details: label, problem
 * - `label_unknown` the bundle has no exhibit of this label. details: label, bundle
 * - `line_out_of_range` the artifact has fewer lines. details: ref, lines
 * - `observation_invalid` an observation lacks evidence or a possible time. details: problem
 * - `path_refused` a rule keeps this path closed. details: path, rule
 * - `capture_failed` a command could not be started, or there is nothing to keep. details: command, problem
 * - `cursor_invalid` the text is no cursor. details: none
 * - `cursor_mismatch` the cursor belongs to another question. details: none
 * - `cursor_stale` a store changed since the cursor was given. details: store
 * - `entry_unknown` no store holds this entry. details: ref
 * - `note_invalid` a note lacks text, or what it names does not exist. details: problem
 * - `policy_invalid` a policy of one's own cannot be loaded or breaks its contract. details: name, problem
 * - `policy_unknown` there is no policy of this name. details: name
 * - `pool_invalid` a pool or bundle that was handed over cannot be read. details: what, problem
 * - `project_unknown` no project has this name. details: name
 * - `query_empty` nothing was asked. details: none
 * - `refresh_failed` strict refresh could not make the projection current. details: reason
 * - `scope_unresolved` which project this is cannot be established, or a store belongs to another. details: path, problem
 * - `source_unavailable` a source's root cannot be listed. details: source, path
 * - `store_busy`, `store_conflict`, `store_corrupt`, `store_full`, `store_newer`, `store_readonly` details: path
 * - `token_cap_too_small` the token cap cannot hold the signals. details: capTokens, minimumTokens
 * - `version_unknown` the store holds no text of this version. details: version
 * - `workspace_missing` the workspace is not a folder. details: path
 */
export type ErrorCode =
  | "artifact_unknown"
  | "bundle_unknown"
  | "cap_too_small"
  | "capture_failed"
  | "citation_malformed"
  | "command_unknown"
  | "config_invalid"
  | "cursor_invalid"
  | "cursor_mismatch"
  | "cursor_stale"
  | "data_folder_unusable"
  | "engine_closed"
  | "entry_unknown"
  | "expansion_refused"
  | "label_unknown"
  | "line_out_of_range"
  | "note_invalid"
  | "observation_invalid"
  | "option_invalid"
  | "option_unknown"
  | "path_refused"
  | "policy_invalid"
  | "policy_unknown"
  | "pool_invalid"
  | "project_unknown"
  | "query_empty"
  | "refresh_failed"
  | "scope_unresolved"
  | "source_unavailable"
  | "store_busy"
  | "store_conflict"
  | "store_corrupt"
  | "store_full"
  | "store_newer"
  | "store_readonly"
  | "token_cap_too_small"
  | "version_unknown"
  | "workspace_missing";

/**
 * What a refusal is about, by the names that `ErrorCode` lists for its code: paths, counts, the text that was given.
 */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** A refusal: what was asked cannot be done, where, and what to do next. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "EngineError";
    this.code = code;
    this.details = details;
  }
}

/**
 * Returns the refusal of a reference that nothing current or stored answers to, shown as it was given. `why` is a
 * sentence of its own: what is at that path instead, where that is known.
 */
export function artifactUnknown(
  ref: string,
  why = '"exhibit map" lists the current ones.',
): EngineError {
  return new EngineError("artifact_unknown", `No artifact is known as ${ref}. ${why}`, { ref });
}

/**
 * Returns the refusal of a cap that cannot hold the signals; `minimumBytes` is the smallest cap that would do for
 * this call (BUD-12).
 */
export function capTooSmall(capBytes: number, minimumBytes: number): EngineError {
  return new EngineError(
    "cap_too_small",
    `A cap of ${capBytes} bytes cannot hold the freshness and authority signals; use at least ${minimumBytes}.`,
    { capBytes, minimumBytes },
  );
}

/** Returns the refusal of text that cannot be read as a citation, with two that can. */
export function citationMalformed(text: string): EngineError {
  return new EngineError(
    "citation_malformed",
    `Not a citation: ${JSON.stringify(text)}. One looks like docs/a.md:3-9@<version> or artifact://files/docs/a.md@<version>#L3-L9; a version has 8 to 64 hex digits.`,
    { text },
  );
}

/** Returns the refusal of a command that does not exist. `suggestion` is the nearest one, or empty. */
export function commandUnknown(name: string, suggestion: string): EngineError {
  const hint = suggestion === "" ? 'See "exhibit --help".' : `Did you mean "${suggestion}"?`;
  return new EngineError("command_unknown", `There is no command "${name}". ${hint}`, { name });
}

/**
 * Returns the refusal of a configuration file; `problem` says which field and why. `cause` is the reader's own error.
 */
export function configInvalid(path: string, problem: string, cause?: unknown): EngineError {
  return new EngineError("config_invalid", `${path}: ${problem}`, { path, problem }, cause);
}

/** Returns the refusal of a data folder that cannot be created, read or written at `path`. */
export function dataFolderUnusable(path: string, problem: string, cause?: unknown): EngineError {
  return new EngineError(
    "data_folder_unusable",
    `The data folder ${path} cannot be used: ${problem}. Set EXHIBIT_HOME to a writable folder.`,
    { path, problem },
    cause,
  );
}

/** Returns the refusal of a call on an engine that was closed before. */
export function engineClosed(): EngineError {
  return new EngineError("engine_closed", "This engine was closed. Open another one.", {});
}

/** Returns the refusal of lines that the text does not have. `lines` is how many it has, `asked` what was wanted. */
export function lineOutOfRange(ref: string, asked: string, lines: number): EngineError {
  return new EngineError(
    "line_out_of_range",
    `${ref} has ${lines} ${lines === 1 ? "line" : "lines"}; ${asked} ${asked.startsWith("lines") ? "are" : "is"} outside.`,
    { ref, asked, lines },
  );
}

/** Returns the refusal of a live check that lacks evidence or whose times are impossible (FRE-10). */
export function observationInvalid(problem: string): EngineError {
  return new EngineError(
    "observation_invalid",
    `This observation cannot be recorded: ${problem}.`,
    { problem },
  );
}

/** Returns the refusal of a value that an option cannot have. `name` is spelled as the caller spells it. */
export function optionInvalid(name: string, problem: string): EngineError {
  return new EngineError("option_invalid", `${name}: ${problem}`, { name, problem });
}

/** Returns the refusal of an option that does not exist. `suggestion` is the nearest one, or empty. */
export function optionUnknown(name: string, suggestion: string): EngineError {
  const hint = suggestion === "" ? "" : ` Did you mean ${suggestion}?`;
  const dash = name.startsWith("-") ? ' Put "--" before text that begins with a dash.' : "";
  return new EngineError("option_unknown", `There is no option ${name}.${hint}${dash}`, { name });
}

/** Returns the refusal of a path that a rule keeps closed; `rule` names the rule and never the content. */
export function pathRefused(path: string, rule: string): EngineError {
  return new EngineError("path_refused", `${path} stays closed: ${rule}.`, { path, rule });
}

/** Returns the refusal of a question without any character that is not a space. */
export function queryEmpty(): EngineError {
  return new EngineError(
    "query_empty",
    'Nothing was asked. Give a question or a task in words, such as "who owns the ledger?"',
    {},
  );
}

/** Returns the refusal of a strict call whose refresh did not succeed; `reason` is what the refresh reported. */
export function refreshFailed(reason: string, cause?: unknown): EngineError {
  return new EngineError(
    "refresh_failed",
    `The projection could not be made current: ${reason}. Use --refresh auto to be served the last good one, marked.`,
    { reason },
    cause,
  );
}

/** Returns the refusal of a source whose root cannot be listed: the opposite of a source that is empty. */
export function sourceUnavailable(
  source: string,
  path: string,
  problem: string,
  cause?: unknown,
): EngineError {
  return new EngineError(
    "source_unavailable",
    `The source "${source}" at ${path} cannot be listed: ${problem}.`,
    { source, path, problem },
    cause,
  );
}

/** Returns the refusal of a store that another process holds for longer than was waited. */
export function storeBusy(path: string, cause?: unknown): EngineError {
  return new EngineError(
    "store_busy",
    `${path} is locked by another process. Try again.`,
    { path },
    cause,
  );
}

/**
 * Returns the refusal to publish on a generation that is no longer the current one; the identifiers are shown as they
 * are.
 */
export function storeConflict(path: string, expected: string, found: string): EngineError {
  return new EngineError(
    "store_conflict",
    `${path} moved on while this refresh ran: expected generation ${expected}, found ${found}. Run it again.`,
    { path, expected, found },
  );
}

/** Returns the refusal of a store whose bytes are not what was written; `problem` says where. */
export function storeCorrupt(path: string, problem: string, cause?: unknown): EngineError {
  return new EngineError(
    "store_corrupt",
    `${path} is damaged: ${problem}. "exhibit doctor" says what to do.`,
    { path, problem },
    cause,
  );
}

/** Returns the refusal of a write for which the disk has no room. What was published stays. */
export function storeFull(path: string, cause?: unknown): EngineError {
  return new EngineError(
    "store_full",
    `No space is left to write ${path}. Free some and run it again.`,
    { path },
    cause,
  );
}

/**
 * Returns the refusal of a store that a later program wrote: `found` is its format, `known` the newest this program
 * reads.
 */
export function storeNewer(path: string, found: number, known: number): EngineError {
  return new EngineError(
    "store_newer",
    `${path} was written by a newer exhibit (format ${found}; this one knows ${known}). Update exhibit-context.`,
    { path, found, known },
  );
}

/** Returns the refusal of a write into a store that may only be read. */
export function storeReadonly(path: string, cause?: unknown): EngineError {
  return new EngineError(
    "store_readonly",
    `${path} cannot be written. Set EXHIBIT_HOME to a writable folder.`,
    { path },
    cause,
  );
}

/** Returns the refusal of a pinned version of which no text is kept; no other version takes its place (REF-22). */
export function versionUnknown(version: string): EngineError {
  return new EngineError(
    "version_unknown",
    `No text of version ${version} is stored here. It was pruned, or another data folder holds it.`,
    { version },
  );
}

/** Returns the refusal of a workspace that is no folder. */
export function workspaceMissing(path: string): EngineError {
  return new EngineError(
    "workspace_missing",
    `${path} is not a folder. Name one with --workspace.`,
    { path },
  );
}
