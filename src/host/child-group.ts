import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { systemCode } from "./system-code.ts";

/** A running command and every process it starts in turn, ended together. */
export interface ChildGroup {
  /** Exit code, signal, or why it could not start. Settles when the command itself has ended, whatever it left running. */
  readonly ended: Promise<ChildEnd>;
  /** The command's error output, when it was asked for as a pipe. */
  readonly stderr: Readable | "none";
  /** Ends the whole group: SIGTERM now, SIGKILL after `graceMs`. */
  stop(graceMs: number): void;
  /** Kills what is left of the group. Call it once the command has ended: a program left in the background would be an orphan. */
  sweep(): void;
}

export type ChildEnd =
  | { readonly status: "exited"; readonly code: number }
  | { readonly status: "killed"; readonly signal: string }
  | { readonly status: "not_started"; readonly problem: string };

const OUR_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Starts a command without a shell as the head of its own process group. The group does not outlive this process: if this
 * one must end first, the group is killed and `abandon` runs, synchronously.
 */
export function startGroup(
  command: readonly string[],
  options: SpawnOptions,
  abandon: () => void,
): ChildGroup {
  const child = start(command, options);
  if ("problem" in child) {
    const end: ChildEnd = { status: "not_started", problem: child.problem };
    const nothing = (): void => undefined;
    return { ended: Promise.resolve(end), stderr: "none", stop: nothing, sweep: nothing };
  }
  return watchGroup(child, abandon);
}

/** Some of what keeps a command from starting is told by an event, and some (E2BIG, ENOTDIR, ENAMETOOLONG) is thrown. */
function start(
  command: readonly string[],
  options: SpawnOptions,
): ChildProcess | { readonly problem: string } {
  const [file = "", ...args] = command;
  try {
    return spawn(file, args, { ...options, shell: false, detached: true, windowsHide: true });
  } catch (error) {
    return { problem: systemCode(error) };
  }
}

function watchGroup(child: ChildProcess, abandon: () => void): ChildGroup {
  let swept = false;
  let killTimer: NodeJS.Timeout | "none" = "none";
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) sendToGroup(child.pid, signal);
  };
  const release = bindToThisProcess(() => {
    signalGroup("SIGKILL");
    abandon();
  });
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once("error", (error) => resolve({ status: "not_started", problem: systemCode(error) }));
    child.once("exit", (code, signal) =>
      resolve(
        code === null
          ? { status: "killed", signal: signal ?? "unknown" }
          : { status: "exited", code },
      ),
    );
  });
  return {
    ended,
    stderr: child.stderr ?? "none",
    stop(graceMs) {
      if (killTimer !== "none") return;
      signalGroup("SIGTERM");
      killTimer = setTimeout(() => signalGroup("SIGKILL"), graceMs);
    },
    sweep() {
      if (swept) return;
      swept = true;
      if (killTimer !== "none") clearTimeout(killTimer);
      release();
      signalGroup("SIGKILL");
    },
  };
}

function sendToGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    // Windows has no groups; there the command itself is all that can be ended.
    process.kill(process.platform === "win32" ? groupId : -groupId, signal);
  } catch (error) {
    // ESRCH: nobody is left. EPERM: macOS says so of a group that is just ending.
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/**
 * Runs `kill` when this process ends or is told to. Its own group does not get the terminal's interrupt, so it is passed on;
 * a program that handles the signal itself stays in charge of what happens next.
 */
function bindToThisProcess(kill: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    kill();
    release();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const release = (): void => {
    process.removeListener("exit", kill);
    for (const signal of OUR_SIGNALS) process.removeListener(signal, onSignal);
  };
  process.once("exit", kill);
  for (const signal of OUR_SIGNALS) process.on(signal, onSignal);
  return release;
}
