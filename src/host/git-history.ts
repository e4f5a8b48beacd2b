import { type Instant, UNKNOWN_INSTANT } from "../model/instant.ts";
import { type GitRun, runGit } from "./run-git.ts";

export interface GitHistoryOptions {
  /** The workspace; paths are relative to it. */
  readonly root: string;
  /** Longer and the dates are unknown. Default 5,000. */
  readonly timeoutMs?: number;
}

/** Beyond it the command line could grow too long; what is asked for is the hits of one answer. */
const MAX_PATHS = 500;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 5_000;
/** Cannot stand in a path or a date. */
const COMMIT_MARK = "\u0001";

/**
 * Returns when each path was last committed, basis `committed`, for files that are tracked and equal to that commit. Unknown
 * for anything else: an edited or untracked file, a shallow clone (whose oldest commit touches every file), no repository,
 * no git. One look at the history answers for all paths.
 */
export async function lastCommitDates(
  paths: readonly string[],
  options: GitHistoryOptions,
): Promise<ReadonlyMap<string, Instant>> {
  const dates = new Map<string, Instant>(paths.map((path) => [path, UNKNOWN_INSTANT]));
  const run = (args: readonly string[]): Promise<GitRun> =>
    runGit({
      folder: options.root,
      args,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
  const asked = paths.slice(0, MAX_PATHS);
  if (asked.length === 0) return dates;
  const shallow = await run(["rev-parse", "--is-shallow-repository"]);
  if (shallow.status !== "ok" || shallow.output.trim() !== "false") return dates;
  const clean = await findClean(asked, run);
  if (clean.length === 0) return dates;
  const log = await run([
    ...["log", "--format=%x01%cI", "--name-only", "-z", "--relative", "--no-renames"],
    ...["--no-ext-diff", "--no-textconv", "--", ...clean],
  ]);
  if (log.status !== "ok") return dates;
  for (const [path, date] of parseLog(log.output)) {
    if (dates.get(path) === UNKNOWN_INSTANT && clean.includes(path)) dates.set(path, date);
  }
  return dates;
}

/** The paths that are tracked in the ordinary way and do not differ from the last commit. */
async function findClean(
  paths: readonly string[],
  run: (args: readonly string[]) => Promise<GitRun>,
): Promise<readonly string[]> {
  const tracked = await run(["ls-files", "-v", "-z", "--", ...paths]);
  const changed = await run([
    ...["diff", "--name-only", "-z", "--relative", "--no-ext-diff", "--no-textconv", "HEAD"],
    ...["--", ...paths],
  ]);
  if (tracked.status !== "ok" || changed.status !== "ok") return [];
  // Only `H`: git does not look at files marked "assume unchanged" or "skip worktree", so it cannot vouch for them.
  const ordinary = new Set(
    split(tracked.output)
      .filter((line) => line.startsWith("H "))
      .map((line) => line.slice(2)),
  );
  for (const path of split(changed.output)) ordinary.delete(path);
  return paths.filter((path) => ordinary.has(path));
}

/** Newest first: each commit's date, then the paths it touched. */
function* parseLog(output: string): Generator<readonly [string, Instant]> {
  for (const commit of output.split(COMMIT_MARK).slice(1)) {
    const [stated = "", ...paths] = commit.split("\0").map((part) => part.replace(/^\n/, ""));
    const date = toInstant(stated);
    for (const path of paths) if (path !== "") yield [path, date];
  }
}

function toInstant(stated: string): Instant {
  const ms = Date.parse(stated);
  if (Number.isNaN(ms)) return UNKNOWN_INSTANT;
  // Git versions write UTC either way.
  const offset = /(?:Z|[+-]\d\d:\d\d)$/.exec(stated)?.[0].replace("+00:00", "Z") ?? "unknown";
  const at = new Date(ms).toISOString().replace(".000Z", "Z");
  return { at, basis: "committed", precision: "second", offset };
}

function split(output: string): readonly string[] {
  return output.split("\0").filter((part) => part !== "");
}
