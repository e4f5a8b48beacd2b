import { spawn } from "node:child_process";
import { dirname } from "node:path";

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

/**
 * A repository's configuration can name programs for git to run, and the workspace wrote that configuration. These say no to
 * all that a reading command would start: hooks, monitors, pagers, signature checks; the arguments say no to filters.
 */
const QUIET_SETTINGS: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.pager=cat",
  "core.quotePath=false",
  "credential.helper=",
  "log.showSignature=false",
  "protocol.allow=never",
  // A folder that only looks like a repository inside the workspace is none.
  "safe.bareRepository=explicit",
].flatMap((setting) => ["-c", setting]);

const QUIET_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // Objects that a partial clone left behind stay there: git versions differ in which of the two they know.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_REPLACE_OBJECTS: "1",
  LC_ALL: "C",
};

/** What in the caller's environment would lead git to another repository or to a program. */
const LEADING_VARIABLES = [
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE"],
  ...["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_EXTERNAL_DIFF"],
];

/** Runs git once, read-only and bounded in time and output. It runs no program but itself. */
export function runGit(options: GitRunOptions): Promise<GitRun> {
  const environment: NodeJS.ProcessEnv = { ...process.env, ...QUIET_ENVIRONMENT };
  for (const name of LEADING_VARIABLES) delete environment[name];
  const args = [...QUIET_SETTINGS, "--no-pager", "--literal-pathspecs", "-C", options.folder];
  return new Promise((resolve) => {
    const child = spawn("git", [...args, ...options.args], {
      // Where a search path with a relative entry, or Windows, would look for `git` too: not in the workspace.
      cwd: dirname(process.execPath),
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
