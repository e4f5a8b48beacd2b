import { spawn } from "node:child_process";

export type GitRun =
  | { readonly status: "ok"; readonly output: string }
  /** Git is absent, refused, ran over its time or printed too much. */
  | { readonly status: "unavailable" };

export interface GitRunOptions {
  readonly folder: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

// What a repository or a caller's environment could make git run or write beside the question asked.
const QUIET_SETTINGS = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];
const REPOSITORY_VARIABLES = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"];

/** Runs git once, read-only and bounded in time and output. */
export function runGit(options: GitRunOptions): Promise<GitRun> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
  for (const name of REPOSITORY_VARIABLES) delete environment[name];
  return new Promise((resolve) => {
    const child = spawn("git", [...QUIET_SETTINGS, "--literal-pathspecs", ...options.args], {
      cwd: options.folder,
      env: environment,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: options.timeoutMs,
      killSignal: "SIGKILL",
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= options.maxOutputBytes) chunks.push(chunk);
      else child.kill("SIGKILL");
    });
    child.once("error", () => resolve({ status: "unavailable" }));
    child.once("close", (code) =>
      resolve(
        code === 0
          ? { status: "ok", output: Buffer.concat(chunks).toString("utf8") }
          : { status: "unavailable" },
      ),
    );
  });
}
