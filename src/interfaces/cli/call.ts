import type { ExitCode } from "./exit-codes.ts";
import type { Invocation } from "./parse-arguments.ts";
import type { Surroundings } from "./surroundings.ts";

/** One call of one command. */
export interface Call extends Invocation {
  readonly surroundings: Surroundings;
}

/** What every command module exports: runs the call, writes its answer, returns the exit status. */
export type RunCommand = (call: Call) => Promise<ExitCode>;
