import { EngineError } from "./errors.ts";

// The refusals of stores of entries; `ErrorCode` in errors.ts lists them all.

/** Returns the refusal of a command that cannot be started, or left nothing to keep. */
export function captureFailed(command: string, problem: string, cause?: unknown): EngineError {
  return new EngineError(
    "capture_failed",
    `Nothing was captured of ${command}: ${problem}`,
    { command, problem },
    cause,
  );
}

/** Returns the refusal of text that is no cursor. */
export function cursorInvalid(): EngineError {
  return new EngineError(
    "cursor_invalid",
    "This is not a cursor. Pass the one of an earlier answer unchanged, or none.",
    {},
  );
}

/** Returns the refusal of a cursor that another question gave. */
export function cursorMismatch(): EngineError {
  return new EngineError(
    "cursor_mismatch",
    "This cursor belongs to another question. Ask that one again, or this one without a cursor.",
    {},
  );
}

/** Returns the refusal of a cursor whose place may have moved because `store` changed. */
export function cursorStale(store: string): EngineError {
  return new EngineError(
    "cursor_stale",
    `The ${store} changed since this cursor was given. Ask again without it.`,
    { store },
  );
}

/** Returns the refusal of a reference that no store of entries holds. */
export function entryUnknown(ref: string): EngineError {
  return new EngineError(
    "entry_unknown",
    `No store holds ${ref}. "exhibit timeline" lists what they hold.`,
    { ref },
  );
}

/** Returns the refusal of a note that lacks something; `problem` is a clause. */
export function noteInvalid(problem: string): EngineError {
  return new EngineError("note_invalid", `This note cannot be kept: ${problem}.`, { problem });
}

/** Returns the refusal of a project name nobody gave. `suggestion` is the nearest one, or empty. */
export function projectUnknown(name: string, suggestion: string): EngineError {
  const hint =
    suggestion === ""
      ? 'Name one in exhibit.config.json ("projects"), or pass its folder.'
      : `Did you mean "${suggestion}"?`;
  return new EngineError("project_unknown", `There is no project "${name}". ${hint}`, { name });
}

/**
 * Returns the refusal of a scope that cannot be established: an unfiltered answer is never given in its place (SCO-04).
 */
export function scopeUnresolved(path: string, problem: string, cause?: unknown): EngineError {
  return new EngineError(
    "scope_unresolved",
    `Which project ${path} belongs to cannot be established: ${problem}`,
    { path, problem },
    cause,
  );
}

/**
 * Returns the refusal of an import that a store ended: the store's own code and details, and how many entries were kept before.
 * Running it again goes on behind them.
 */
export function importStopped(cause: EngineError, kept: number): EngineError {
  const count = `${kept} ${kept === 1 ? "entry was" : "entries were"} kept before`;
  return new EngineError(
    cause.code,
    `The import stopped: ${cause.message} ${count}; running it again goes on from there.`,
    { ...cause.details, kept },
    cause,
  );
}

/** Returns the refusal of a forgetting that something stopped after it had begun: the same call again finishes it. */
export function forgetUnfinished(cause: EngineError): EngineError {
  return new EngineError(
    cause.code,
    `Forgetting stopped before its end: ${cause.message} Some of what was selected may be left, or its bytes; the same command with --yes again finishes it.`,
    cause.details,
    cause,
  );
}
