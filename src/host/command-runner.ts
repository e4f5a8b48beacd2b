import type { Clock } from "../ports/clock.ts";
import type { CommandEnd, CommandRunner } from "../ports/command-runner.ts";
import { type ChildGroup, startGroup } from "./child-group.ts";
import { type OutputFiles, openOutputFiles } from "./output-file.ts";

/** How long a command may take to end once told to, before it is killed. */
const GRACE_MS = 2_000;
/** A command that writes more than this fills the disk: it is ended. */
const MAX_OUTPUT_BYTES = 2 ** 30;
const LOOK_MS = 500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Returns a runner of real processes. What they write is kept also when they are interrupted from the keyboard. */
export function createCommandRunner(clock: Clock): CommandRunner {
  return {
    async run(command, { cwd, timeoutMs, maxBytes }) {
      const files = openOutputFiles();
      try {
        const startedMs = clock.now();
        const end = await runInto(files, command, { cwd, timeoutMs });
        const endedMs = clock.now();
        const [stdout, stderr] = [files.stdout.read(maxBytes), files.stderr.read(maxBytes)];
        return { end, stdout, stderr, startedMs, endedMs };
      } finally {
        files.remove();
      }
    },
  };
}

async function runInto(
  files: OutputFiles,
  command: readonly string[],
  { cwd, timeoutMs }: { readonly cwd: string; readonly timeoutMs: number },
): Promise<CommandEnd> {
  // Whoever ends this process ends the command with it, and what that wrote so far is kept: the files stay to be read.
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const { stdout, stderr } = files;
  const stdio = ["ignore" as const, stdout.descriptor, stderr.descriptor];
  const abandon = (): void => {
    if (!isInterrupted) files.remove();
  };
  const group = startGroup(command, { cwd, stdio }, abandon);
  try {
    return await waitFor(group, timeoutMs, () => stdout.size() + stderr.size());
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
  }
}

/** Waits for the end of a command, and brings it about when its time is over or it writes too much. */
async function waitFor(
  group: ChildGroup,
  timeoutMs: number,
  written: () => number,
): Promise<CommandEnd> {
  let cause: "timed_out" | "too_much_output" | "none" = "none";
  const endFor = (why: typeof cause): void => {
    if (cause === "none") cause = why;
    group.stop(GRACE_MS);
  };
  const timer = setTimeout(() => endFor("timed_out"), timeoutMs);
  const look = setInterval(() => {
    if (written() > MAX_OUTPUT_BYTES) endFor("too_much_output");
  }, LOOK_MS);
  try {
    const end = await group.ended;
    return cause === "none" ? end : { status: cause };
  } finally {
    clearTimeout(timer);
    clearInterval(look);
    // A program left in the background would go on writing.
    group.sweep();
  }
}
