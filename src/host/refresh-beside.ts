import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface RefreshBesideOptions {
  readonly workspace: string;
  readonly nowMs: number;
  /** `import.meta.url` of a built module: the command stands beside it or in `bin/`. */
  readonly from: string;
}

/** A refresh that found nothing to do is over in well under this; asking again sooner only costs processes. */
const MIN_INTERVAL_MS = 10_000;
const lastStartedMs = new Map<string, number>();

/**
 * Starts `exhibit refresh` as a process of its own, which ends by itself and is the only one to hold the refresh lock.
 * Returns false when the command is not there to be started (run from source) or was started moments ago.
 */
export async function startRefreshBeside(options: RefreshBesideOptions): Promise<boolean> {
  const { workspace, nowMs, from } = options;
  const last = lastStartedMs.get(workspace);
  if (last !== undefined && nowMs - last < MIN_INTERVAL_MS) return false;
  const command = ["./exhibit.js", "./bin/exhibit.js"]
    .map((path) => fileURLToPath(new URL(path, from)))
    .find((path) => existsSync(path));
  if (command === undefined) return false;
  lastStartedMs.set(workspace, nowMs);
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, [command, "refresh", "--quiet", "--workspace", workspace], {
    detached: true,
    stdio: "ignore",
  });
  child.unref();
  return true;
}
