import type { SpawnOptions } from "node:child_process";
import type { Readable } from "node:stream";
import type { Renderer, RenderOutcome } from "../ports/renderer.ts";
import { type ChildEnd, startGroup } from "./child-group.ts";
import { collectPages } from "./collect-pages.ts";
import { describeFailure } from "./describe-failure.ts";
import { openStaging, type StagingFolder } from "./staging-folder.ts";

export interface RendererProcessOptions {
  /** Program and arguments, as they are: no shell reads them. `{staging}` in an argument becomes the staging folder. */
  readonly command: readonly string[];
  /** The workspace: where the command runs. */
  readonly root: string;
  readonly timeoutMs: number;
  /** How long the command may take to end once told to, before it is killed. Default 2,000. */
  readonly graceMs?: number;
  /** Where staging folders are made. Default: the system's folder for temporary files. */
  readonly stagingParent?: string;
}

const DEFAULT_GRACE_MS = 2_000;
const STDERR_TAIL_CHARACTERS = 2_000;
/** How long the end of a command's output is waited for when a program it left behind still holds it open. */
const DRAIN_MS = 200;

/**
 * Returns a renderer that runs a workspace's own command. The command writes `.md` pages into the folder that
 * `EXHIBIT_STAGING` names; they are taken only if it exits with 0 in time and wrote one at least. Nothing it prints is passed on;
 * the end of its error output explains a failure. Neither it nor what it started outlives the call, nor does the folder; only
 * if this process is killed outright (SIGKILL) do they, the folder until a renderer runs a day later.
 */
export function createRendererProcess(options: RendererProcessOptions): Renderer {
  return {
    id: `command/1 ${JSON.stringify(options.command)}`,
    async render(): Promise<RenderOutcome> {
      const staging = await openStaging(options.stagingParent);
      if ("problem" in staging) return failed(staging.problem);
      try {
        return await renderInto(staging, options);
      } finally {
        staging.remove();
      }
    },
  };
}

async function renderInto(
  staging: StagingFolder,
  options: RendererProcessOptions,
): Promise<RenderOutcome> {
  if (!canBeStarted(options.command)) return failed("its command names no program");
  const run = await runCommand(staging, options);
  if (run.timedOut) {
    return {
      status: "failed",
      reason: "renderer_timeout",
      detail: describeFailure(`it was ended after ${options.timeoutMs} ms`, run.stderrTail),
    };
  }
  if (run.end.status !== "exited" || run.end.code !== 0) {
    return failed(describeEnd(run.end), run.stderrTail);
  }
  const collected = collectPages(staging.path);
  if (collected.status === "refused") return failed(collected.problem);
  if (collected.pages.length === 0) return failed("it wrote no .md page", run.stderrTail);
  return { status: "rendered", pages: collected.pages, gaps: collected.gaps };
}

/** What the system would not even look for: no name, or a name that ends in its middle. */
function canBeStarted([program = "", ...args]: readonly string[]): boolean {
  return program !== "" && ![program, ...args].some((part) => part.includes("\0"));
}

interface FinishedRun {
  readonly end: ChildEnd;
  readonly timedOut: boolean;
  readonly stderrTail: string;
}

async function runCommand(
  staging: StagingFolder,
  options: RendererProcessOptions,
): Promise<FinishedRun> {
  const command = options.command.map((part) => part.replaceAll("{staging}", staging.path));
  const settings: SpawnOptions = {
    cwd: options.root,
    env: { ...process.env, EXHIBIT_STAGING: staging.path },
    stdio: ["ignore", "ignore", "pipe"],
  };
  const group = startGroup(command, settings, staging.remove);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    group.stop(options.graceMs ?? DEFAULT_GRACE_MS);
  }, options.timeoutMs);
  const errors = keepTail(group.stderr);
  try {
    const end = await group.ended;
    // First the group: whoever is left in it may hold the output open for good.
    group.sweep();
    return { end, timedOut, stderrTail: await errors.finish() };
  } finally {
    clearTimeout(timer);
    group.sweep();
  }
}

/** Reads a stream to its end and keeps the last of it. `finish` waits for the end, but not for long, and returns what was kept. */
function keepTail(stream: Readable | "none"): { finish(): Promise<string> } {
  if (stream === "none") return { finish: async () => "" };
  let tail = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL_CHARACTERS);
  });
  const closed = new Promise<void>((resolve) => stream.once("close", () => resolve()));
  return {
    async finish() {
      const timer = setTimeout(() => stream.destroy(), DRAIN_MS);
      await closed;
      clearTimeout(timer);
      return tail.trim();
    },
  };
}

function describeEnd(end: ChildEnd): string {
  switch (end.status) {
    case "exited":
      return `it exited with ${end.code}`;
    case "killed":
      return `it was ended by ${end.signal}`;
    case "not_started":
      return `it could not be started: ${end.problem}`;
  }
}

function failed(problem: string, stderrTail = ""): RenderOutcome {
  return {
    status: "failed",
    reason: "renderer_failed",
    detail: describeFailure(problem, stderrTail),
  };
}
