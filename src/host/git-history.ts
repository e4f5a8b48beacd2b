import { type Instant, UNKNOWN_INSTANT } from "../model/instant.ts";
import { matchesBlob } from "./git-blob.ts";
import { type GitRun, runGit } from "./run-git.ts";

export interface GitHistoryOptions {
  /** The workspace, absolute; paths are relative to it. */
  readonly root: string;
  /** Longer and the dates are unknown. Default 5,000. */
  readonly timeoutMs?: number;
}

type RunGit = (args: readonly string[]) => Promise<GitRun>;

/** Beyond it the command line could grow too long; what is asked for is the hits of one answer. */
const MAX_PATHS = 500;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 5_000;
/** Cannot stand in a path or a date. */
const COMMIT_MARK = "\u0001";
/** One plain file of a tree as `git ls-tree -z` writes it; neither a link nor a submodule. */
const TREE_ENTRY = /^100\d{3} blob ([0-9a-f]{40}|[0-9a-f]{64})\t(.+)$/s;

/**
 * Returns when each path was last committed, basis `committed`, for files whose bytes are those of that commit. Unknown for
 * anything else: an edited or untracked file, one that git stores in another form (line ends, filters), a shallow clone (whose
 * oldest commit touches every file), no repository, no git. One look at the history answers for all paths.
 */
export async function lastCommitDates(
  paths: readonly string[],
  options: GitHistoryOptions,
): Promise<ReadonlyMap<string, Instant>> {
  const dates = new Map<string, Instant>(paths.map((path) => [path, UNKNOWN_INSTANT]));
  const run: RunGit = (args) =>
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
  const committed = await findCommitted(asked, options.root, run);
  if (committed.size === 0) return dates;
  const log = await run([
    ...["log", "--format=%x01%cI", "--name-only", "-z", "--relative", "--no-renames"],
    // Each of these would start a program that the repository's own configuration names.
    ...["--no-ext-diff", "--no-textconv", "--no-show-signature", "--", ...committed],
  ]);
  if (log.status !== "ok") return dates;
  for (const [path, date] of parseLog(log.output)) {
    if (dates.get(path) === UNKNOWN_INSTANT && committed.has(path)) dates.set(path, date);
  }
  return dates;
}

/**
 * The paths whose file has the bytes of the last commit. Compared here and not by `git diff` or `git status`: those run the
 * filters that a repository names for its files.
 */
async function findCommitted(
  paths: readonly string[],
  root: string,
  run: RunGit,
): Promise<ReadonlySet<string>> {
  const tree = await run(["ls-tree", "-z", "HEAD", "--", ...paths]);
  if (tree.status !== "ok") return new Set();
  const asked = new Set(paths);
  const committed = new Set<string>();
  for (const entry of tree.output.split("\0")) {
    const [, blob = "", path = ""] = TREE_ENTRY.exec(entry) ?? [];
    if (asked.has(path) && matchesBlob(root, path, blob)) committed.add(path);
  }
  return committed;
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
