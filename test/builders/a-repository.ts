import { execFileSync, spawnSync } from "node:child_process";

/** Why tests against git cannot run here, or `""`. */
export const GIT_MISSING: string =
  spawnSync("git", ["--version"]).status === 0 ? "" : "git is not installed on this machine";

// A test must not depend on who runs it or where: no user or system configuration, no repository from outside.
const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.invalid",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.invalid",
};

/** Runs git in `folder` and returns what it printed, byte for byte. */
export function git(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Buffer {
  return execFileSync("git", args, {
    cwd: folder,
    env: { ...ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Makes `folder` a git repository with nothing in it yet. */
export function initRepository(folder: string): void {
  git(folder, ["init", "--quiet", "--initial-branch=main"]);
}

/** Commits everything in `folder` at `date` (ISO 8601). */
export function commitAll(folder: string, date: string): void {
  git(folder, ["add", "--all"]);
  git(folder, ["commit", "--quiet", "--message", "a change"], {
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  });
}
