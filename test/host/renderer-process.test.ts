import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  createRendererProcess,
  type RendererProcessOptions,
} from "../../src/host/renderer-process.ts";
import type { RenderOutcome } from "../../src/ports/renderer.ts";
import { aCommand } from "../builders/a-command.ts";
import { aTree } from "../builders/a-tree.ts";
import { isRunning } from "../builders/is-running.ts";

const LONG_MS = 20_000;

interface Trial {
  readonly root: string;
  readonly stagingParent: string;
  readonly outcome: RenderOutcome;
}

async function render(
  command: readonly string[],
  options: { timeoutMs?: number; graceMs?: number } = {},
): Promise<Trial> {
  const root = aTree();
  const stagingParent = aTree();
  const renderer = createRendererProcess({
    command,
    root,
    stagingParent,
    timeoutMs: LONG_MS,
    ...options,
  });
  const outcome = await renderer.render();
  return { root, stagingParent, outcome };
}

/** Writes its process id where the test finds it, then never ends by itself. */
const endless = (name: string): string =>
  `require("node:fs").writeFileSync("${name}", String(process.pid)); setInterval(() => {}, 1000);`;

function readPid(root: string, name: string): number {
  return Number(readFileSync(join(root, name), "utf8"));
}

describe("a workspace's own renderer", () => {
  it("is any command that writes pages into its staging folder (COR-18)", async () => {
    const { outcome, root, stagingParent } = await render(
      aCommand(
        `const fs = require("node:fs"), path = require("node:path");
         const [staging, plain] = process.argv.slice(2);
         if (staging !== process.env.EXHIBIT_STAGING) throw new Error("two folders");
         fs.mkdirSync(path.join(staging, "sub"));
         fs.writeFileSync(path.join(staging, "sub/b.md"), "# B");
         fs.writeFileSync(path.join(staging, "a.md"), process.cwd() + plain);
         fs.writeFileSync(path.join(staging, "notes.txt"), "not a page");
         fs.symlinkSync("a.md", path.join(staging, "link.md"));`,
        "{staging}",
        "$HOME; `x` *",
      ),
    );
    expect(outcome).toEqual({
      status: "rendered",
      pages: [
        // Where it ran, and an argument that no shell has touched.
        { path: "a.md", bytes: Buffer.from(`${root}$HOME; \`x\` *`) },
        { path: "sub/b.md", bytes: Buffer.from("# B") },
      ],
      gaps: [{ code: "link_not_followed", subject: "link.md" }],
    });
    expect(readdirSync(stagingParent)).toEqual([]);
  });

  it("fails with its exit code and last words, and without its pages (REF-09)", async () => {
    const { outcome, stagingParent } = await render(
      aCommand(
        `require("node:fs").writeFileSync(process.env.EXHIBIT_STAGING + "/a.md", "half");
         process.stdout.write("to nobody");
         process.stderr.write("x".repeat(100000) + "no such table");
         process.exitCode = 3;`,
      ),
    );
    expect(outcome).toMatchObject({ status: "failed", reason: "renderer_failed" });
    const detail = outcome.status === "failed" ? outcome.detail : "";
    expect(detail).toMatch(/^it exited with 3; its last words: …x+no such table$/);
    expect(readdirSync(stagingParent)).toEqual([]);
  });

  it.each([
    ["does not exist", ["/no/such/program"], /^it could not be started: .*ENOENT/],
    ["leads through a file", [`${process.execPath}/x`], /could not be started: ENOTDIR$/],
    ["is too long a name", ["x".repeat(5_000)], /could not be started: ENAMETOOLONG$/],
    ["has too long an argument", ["node", "x".repeat(9_000_000)], /could not be started: E2BIG$/],
    ["is empty", [], /names no program/],
    ["holds a NUL", ["node", "a\0b"], /names no program/],
  ])("fails in words when the command %s", async (_case, command, detail) => {
    const { outcome } = await render(command);
    expect(outcome).toMatchObject({ status: "failed", reason: "renderer_failed" });
    expect(outcome.status === "failed" && outcome.detail).toMatch(detail);
  });

  it.each([
    [
      "deletes its staging folder",
      "fs.rmSync(staging, { recursive: true })",
      "its staging folder cannot be read (ENOENT)",
    ],
    [
      "writes a name that is not UTF-8",
      'fs.writeFileSync(Buffer.from(staging + "/\\xff.md", "latin1"), "")',
      'its page "\ufffd.md" is refused: its name is not UTF-8',
    ],
    [
      "writes a page that is a parent folder on Windows",
      'fs.writeFileSync(staging + "/a\\\\..\\\\b.md", "")',
      'its page "a\\\\..\\\\b.md" is refused: it means another path on Windows',
    ],
    [
      "writes a page whose name steers a terminal",
      'fs.writeFileSync(staging + "/\\x1b[2J.md", "")',
      'its page "\\u001b[2J.md" is refused: it holds a control character',
    ],
  ])("fails in words when it %s", async (_case, script, detail) => {
    const { outcome, stagingParent } = await render(
      aCommand(`const fs = require("node:fs"), staging = process.env.EXHIBIT_STAGING;
        fs.writeFileSync(staging + "/kept.md", ""); ${script};`),
    );
    expect(outcome).toEqual({ status: "failed", reason: "renderer_failed", detail });
    expect(readdirSync(stagingParent)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0).each([
    ["a page", 'fs.chmodSync(staging + "/sub/a.md", 0)', '"sub/a.md"'],
    ["a folder", 'fs.chmodSync(staging + "/sub", 0)', '"sub/"'],
  ])(
    "fails in words when it closes %s, and leaves no folder (needs a user who is not root)",
    async (_case, script, subject) => {
      const { outcome, stagingParent } = await render(
        aCommand(`const fs = require("node:fs"), staging = process.env.EXHIBIT_STAGING;
        fs.mkdirSync(staging + "/sub"); fs.writeFileSync(staging + "/sub/a.md", ""); ${script};`),
      );
      expect(outcome).toMatchObject({ detail: `${subject} cannot be read (EACCES)` });
      expect(readdirSync(stagingParent)).toEqual([]);
    },
  );

  it("fails in words when there is nowhere to stage its pages", async () => {
    const stagingParent = join(aTree(), "missing");
    const options = { command: aCommand(""), root: aTree(), stagingParent, timeoutMs: LONG_MS };
    expect(await createRendererProcess(options).render()).toEqual({
      status: "failed",
      reason: "renderer_failed",
      detail: `no folder for its pages can be made in ${stagingParent} (ENOENT)`,
    });
  });

  it("deletes what a run that was killed a day ago left, and nothing else", async () => {
    const stagingParent = aTree({
      "exhibit-staging-old/sub/a.md": "",
      "exhibit-staging-running/a.md": "",
      "exhibit-staging-file": "",
      "other/a.md": "",
    });
    const outside = aTree({ "kept.md": "" });
    symlinkSync(outside, join(stagingParent, "exhibit-staging-link"));
    const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400;
    for (const name of ["exhibit-staging-old", "exhibit-staging-file", "other"]) {
      utimesSync(join(stagingParent, name), twoDaysAgo, twoDaysAgo);
    }
    lutimesSync(join(stagingParent, "exhibit-staging-link"), twoDaysAgo, twoDaysAgo);
    const options = { command: aCommand(""), root: aTree(), stagingParent, timeoutMs: LONG_MS };
    await createRendererProcess(options).render();
    expect(readdirSync(stagingParent).sort()).toEqual([
      ...["exhibit-staging-file", "exhibit-staging-link", "exhibit-staging-running", "other"],
    ]);
    expect(readdirSync(outside)).toEqual(["kept.md"]);
  });

  it("fails when it writes no page, so that a renderer gone silent empties nothing", async () => {
    const { outcome } = await render(aCommand(""));
    expect(outcome).toEqual({
      status: "failed",
      reason: "renderer_failed",
      detail: "it wrote no .md page",
    });
  });

  it("is ended when over its time, and nothing of it stays (REF-11)", async () => {
    const { outcome, root, stagingParent } = await render(
      // The test's limit starts counting before Node is up: room for that, and no more.
      aCommand(`process.stderr.write("waiting"); ${endless("pid")}`),
      { timeoutMs: 1_500 },
    );
    expect(outcome).toEqual({
      status: "failed",
      reason: "renderer_timeout",
      detail: "it was ended after 1500 ms; its last words: waiting",
    });
    expect(isRunning(readPid(root, "pid"))).toBe(false);
    expect(readdirSync(stagingParent)).toEqual([]);
  });

  it("is killed when it ignores being told to end (REF-11)", async () => {
    const { outcome, root } = await render(
      aCommand(`process.on("SIGTERM", () => {}); ${endless("pid")}`),
      { timeoutMs: 1_500, graceMs: 10 },
    );
    expect(outcome).toMatchObject({ reason: "renderer_timeout" });
    expect(isRunning(readPid(root, "pid"))).toBe(false);
  });

  it("leaves no program behind that it started, after success too", async () => {
    const { outcome, root } = await render(
      aCommand(
        `const { spawn } = require("node:child_process"), fs = require("node:fs");
         const left = spawn(process.execPath, ["-e", 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: ["ignore", "ignore", "inherit"] });
         fs.writeFileSync("pid", String(left.pid));
         fs.writeFileSync(process.env.EXHIBIT_STAGING + "/a.md", "# A");
         left.unref();`,
      ),
    );
    expect(outcome).toMatchObject({ status: "rendered" });
    await vi.waitFor(() => expect(isRunning(readPid(root, "pid"))).toBe(false));
  });

  it("does not outlive a program that is told to end (no orphan)", async () => {
    const root = aTree();
    const stagingParent = aTree();
    const command = aCommand(endless("pid"));
    const host = aCommand(hostProgram({ command, root, stagingParent }));
    const [program = "", ...args] = host;
    const child = spawn(program, args, { stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    await vi.waitFor(() => expect(existsSync(join(root, "pid"))).toBe(true), { timeout: LONG_MS });
    child.kill("SIGTERM");
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGTERM");
    expect(readdirSync(stagingParent)).toEqual([]);
    await vi.waitFor(() => expect(isRunning(readPid(root, "pid"))).toBe(false));
  });

  it("is part of what a projection is made from, by its command", () => {
    const idOf = (...command: string[]) =>
      createRendererProcess({ command, root: "/", timeoutMs: 1 }).id;
    expect(idOf("make", "pages")).toBe(idOf("make", "pages"));
    expect(idOf("make", "pages")).not.toBe(idOf("make pages"));
  });
});

/** A program that does nothing but wait for a renderer. */
function hostProgram(options: Omit<RendererProcessOptions, "timeoutMs">): string {
  const source = `import { createRendererProcess } from "./src/host/renderer-process.ts";
    const options = ${JSON.stringify({ ...options, timeoutMs: LONG_MS })};
    void createRendererProcess(options).render();`;
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
