import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";

/** How a child ended, and what it said. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

const CHECKOUT = join(import.meta.dirname, "..", "..", "..");

/** Bundles `children/<name>.ts` into `folder`, so that plain Node of any version can run it, and returns its path. */
export async function buildChild(name: string, folder: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  // The driver stays a package of its own: it is found from the bundle as it is from an installed program.
  symlinkSync(join(CHECKOUT, "node_modules"), join(folder, "node_modules"), "junction");
  await build({
    entryPoints: [join(import.meta.dirname, "children", `${name}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return outfile;
}

export function startChild(
  script: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  return spawn(process.execPath, [script, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    ...options,
  });
}

/** Waits until the child has ended. */
export async function endOf(child: ChildProcess): Promise<ChildEnd> {
  const output = child.stdout === null ? "" : text(child.stdout);
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", async (code, signal) => resolve({ code, signal, output: await output }));
  });
}

export async function runChild(
  script: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<ChildEnd> {
  return await endOf(startChild(script, args, options));
}

/** Waits for the first line that the child writes, and leaves it running. */
export async function firstLineOf(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let seen = "";
    child.on("error", reject);
    child.on("close", () => reject(new Error(`the child ended after ${JSON.stringify(seen)}`)));
    child.stdout?.on("data", (piece: Buffer) => {
      seen += piece.toString("utf8");
      const end = seen.indexOf("\n");
      if (end >= 0) resolve(seen.slice(0, end));
    });
  });
}
