import type { Readable } from "node:stream";
import type { Clock } from "../ports/clock.ts";
import type { CommandRunner } from "../ports/command-runner.ts";
import { type ChildEnd, type ChildGroup, startGroup } from "./child-group.ts";
import { createOutputKeeper, type OutputKeeper } from "./keep-output.ts";

/** How long a command may take to end once told to, before it is killed. */
const GRACE_MS = 2_000;
/** How long the end of a command's output is waited for when a program it left behind still holds it open. */
const DRAIN_MS = 200;

/** Returns a runner of real processes. What they write is kept also when they are interrupted from the keyboard. */
export function createCommandRunner(clock: Clock): CommandRunner {
  return {
    async run(command, { cwd, timeoutMs, maxBytes }) {
      const startedMs = clock.now();
      // A group of its own does not get the terminal's interrupt: it is told to end, and what it wrote so far is kept.
      const release = onInterrupt(() => group.stop(GRACE_MS));
      const group = startGroup(
        command,
        { cwd, stdio: ["ignore", "pipe", "pipe"] },
        () => undefined,
      );
      const stdout = keep(group.stdout, maxBytes);
      const stderr = keep(group.stderr, maxBytes);
      const { end, timedOut } = await waitFor(group, timeoutMs);
      release();
      await Promise.all([stdout.closed(), stderr.closed()]);
      return {
        end: timedOut ? { status: "timed_out" } : end,
        stdout: stdout.keeper.finish(),
        stderr: stderr.keeper.finish(),
        startedMs,
        endedMs: clock.now(),
      };
    },
  };
}

async function waitFor(
  group: ChildGroup,
  timeoutMs: number,
): Promise<{ readonly end: ChildEnd; readonly timedOut: boolean }> {
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    group.stop(GRACE_MS);
  }, timeoutMs);
  try {
    const end = await group.ended;
    return { end, timedOut };
  } finally {
    clearTimeout(timer);
    // Whoever is left in the group may hold the output open for good.
    group.sweep();
  }
}

interface Kept {
  readonly keeper: OutputKeeper;
  /** Settles when the stream has ended, or a moment later when somebody holds it open. */
  readonly closed: () => Promise<void>;
}

function keep(stream: Readable | "none", maxBytes: number): Kept {
  const keeper = createOutputKeeper(maxBytes);
  if (stream === "none") return { keeper, closed: async () => undefined };
  stream.on("data", (chunk: Buffer) => keeper.take(chunk));
  const ended = new Promise<void>((resolve) => stream.once("close", () => resolve()));
  return {
    keeper,
    async closed() {
      const timer = setTimeout(() => stream.destroy(), DRAIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Runs `stop` when this process is interrupted, instead of ending it. Returns what takes the listener away again. */
function onInterrupt(stop: () => void): () => void {
  process.on("SIGINT", stop);
  return () => {
    process.removeListener("SIGINT", stop);
  };
}
