import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const BUNDLE = fileURLToPath(new URL("../../scripts/bundle.mjs", import.meta.url));
const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

export interface CommandResult {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself, before the command. */
  readonly nodeOptions?: readonly string[];
  readonly input?: string;
}

/** The command as it ships, bundled from the sources as they are now. */
export interface BuiltCommand {
  /** The file that Node runs. */
  readonly entry: string;
  readonly run: (words: readonly string[], options: CommandOptions) => Promise<CommandResult>;
  readonly start: (words: readonly string[], options: CommandOptions) => ChildProcess;
  readonly remove: () => void;
}

/** Bundles the command into a folder of its own below `dist/`, where it finds its dependencies. */
export async function buildCommand(): Promise<BuiltCommand> {
  mkdirSync(DIST, { recursive: true });
  const folder = mkdtempSync(join(DIST, "test-"));
  await promisify(execFile)(process.execPath, [BUNDLE, folder]);
  const entry = join(folder, "exhibit.js");
  const start = (words: readonly string[], options: CommandOptions): ChildProcess =>
    spawn(process.execPath, [...(options.nodeOptions ?? []), entry, ...words], {
      cwd: options.cwd,
      // Nothing of the test runner's own environment, such as its colors, reaches the command.
      env: { PATH: process.env["PATH"], HOME: options.cwd, ...options.env },
    });
  return {
    entry,
    start,
    run: async (words, options) => collect(start(words, options), options.input ?? ""),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function collect(child: ChildProcess, input: string): Promise<CommandResult> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}
