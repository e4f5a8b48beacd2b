import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root: benchmarks run bundled, from `bench/.data/built/`. */
export const PROJECT_FOLDER: string = join(
  dirname(fileURLToPath(import.meta.url)),
  "..",
  "..",
  "..",
);

/** What a figure depends on beside the code: enough to judge whether two receipts may be compared. */
export interface Circumstances {
  readonly at: string;
  readonly commit: string;
  /** True when the working tree differed from the commit. */
  readonly dirty: boolean | "unknown";
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Reads the machine and the checkout. Outside a repository the commit is `unknown`. */
export function readCircumstances(now: Date): Circumstances {
  // Receipts are what a run writes, not what it is made of.
  const status = git([
    "status",
    "--porcelain",
    "--untracked-files=no",
    "--",
    ".",
    ":!bench/receipts",
  ]);
  return {
    at: now.toISOString(),
    commit: git(["rev-parse", "HEAD"]),
    dirty: status === "unknown" ? "unknown" : status !== "",
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryBytes: totalmem(),
  };
}

/** Writes `bench/receipts/<name>.json`, indented, and returns its path. Receipts are replaced, git keeps the old. */
export function saveReceipt(name: string, content: object): string {
  const folder = join(PROJECT_FOLDER, "bench", "receipts");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(content, null, 1)}\n`);
  return path;
}

function git(parameters: readonly string[]): string {
  try {
    return execFileSync("git", parameters, { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "unknown";
  }
}
