/** How a command ended. */
export type CommandEnd =
  | { readonly status: "exited"; readonly code: number }
  | { readonly status: "killed"; readonly signal: string }
  | { readonly status: "timed_out" }
  | { readonly status: "too_much_output" }
  | { readonly status: "not_started"; readonly problem: string };

/** What a command wrote to one stream: all of it, or its beginning and its end where it is larger than the bound. */
export interface KeptOutput {
  /** The first bytes, at most half of the bound when some are cut. */
  readonly head: Uint8Array;
  /** The last bytes; empty when nothing was cut. */
  readonly tail: Uint8Array;
  /** Bytes between them that were not kept. */
  readonly cutBytes: number;
}

/** A command that has run, with what it wrote. */
export interface CommandRun {
  readonly end: CommandEnd;
  readonly stdout: KeptOutput;
  readonly stderr: KeptOutput;
  /** Milliseconds since 1970, by the engine's clock. */
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Runs commands and keeps what they write. */
export interface CommandRunner {
  /** Runs a command without a shell. Ends it and all it started after `timeoutMs`, and when this process is told to end. */
  run(
    command: readonly string[],
    options: { readonly cwd: string; readonly timeoutMs: number; readonly maxBytes: number },
  ): Promise<CommandRun>;
}
