import { runCommand } from "../../src/interfaces/cli/run-command.ts";

/** What a command wrote, and how it ended. */
export interface ProcessEnd {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command on the workspace `cwd` in this process, on a pipe or as on a terminal of 80 columns. */
export async function runInProcess(
  cwd: string,
  words: readonly string[],
  isTerminal = false,
): Promise<ProcessEnd> {
  let [stdout, stderr] = ["", ""];
  const status = await runCommand({
    arguments: [...words, "--workspace", "."],
    env: { NO_COLOR: "1" },
    cwd,
    stdout: {
      isTerminal,
      columns: 80,
      write: (text) => {
        stdout += text;
      },
    },
    stderr: {
      isTerminal,
      columns: 80,
      write: (text) => {
        stderr += text;
      },
    },
    readInput: () => Promise.resolve(new Uint8Array()),
    packageFile: new URL("../../package.json", import.meta.url),
  });
  return { status, stdout, stderr };
}
