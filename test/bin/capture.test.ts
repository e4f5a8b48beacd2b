import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CaptureResponse, TimelineResponse } from "../../src/index.ts";
import { aCommand } from "../builders/a-command.ts";
import { aTree } from "../builders/a-tree.ts";
import { type BuiltCommand, buildCommand, type CommandResult } from "../builders/built-command.ts";

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

function aDesk() {
  const cwd = aTree({ "a.md": "# A\n" });
  const run = (words: readonly string[], input?: string): Promise<CommandResult> =>
    command.run(words, { cwd, ...(input === undefined ? {} : { input }) });
  return { cwd, run };
}

const STEPS =
  'for (let i = 0; i < 2000; i++) console.log(i === 900 ? "step 900 FAILED: zeppelin valve" : "step " + i)';

describe("exhibit capture", () => {
  it("runs what stands behind --, tells how it ended, and shows little of much output", async () => {
    const { run } = aDesk();
    const words = [
      "capture",
      "--label",
      "steps",
      "--query",
      "zeppelin valve",
      "--",
      ...aCommand(STEPS),
    ];
    const { status, stdout, stderr } = await run(words);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/exited with 0 after \d+\.\d s\. Kept as "steps"\./);
    expect(stdout).toContain("stdout, 2,000 lines");
    expect(stdout).toMatch(/⋮ 1,9\d\d lines/);
    expect(stdout).toContain("step 900 FAILED: zeppelin valve");
    expect(stdout).toContain("2000 │ step 1999");
    expect(Buffer.byteLength(stdout)).toBeLessThan(12_000);
    const [citation = ""] = stdout.match(/^artifact:\S+ @\w+/m) ?? [];
    expect((await run(["verify", citation])).status).toBe(0);
    expect((await run(["open", citation])).stdout).toContain("step 0");
  });

  it("exits with 0 whatever the command's own status, which it tells", async () => {
    const { run } = aDesk();
    const { status, stdout } = await run(["capture", "--", ...aCommand("process.exitCode = 7")]);
    expect(status).toBe(0);
    expect(stdout).toContain("exited with 7");
    expect(stdout).toContain("It wrote nothing, and nothing is kept of it.");
  });

  it("hands the command's own options to the command", async () => {
    const { run } = aDesk();
    const script = "console.log(process.argv.slice(2).join())";
    const { stdout } = await run([
      "capture",
      "--json",
      "--",
      ...aCommand(script, "--json", "--cap", "9"),
    ]);
    const { streams } = JSON.parse(stdout) as CaptureResponse;
    expect(streams[0]?.anchor).toBe("--json,--cap,9");
  });

  it("ends a command whose time is over, in seconds as they were given", async () => {
    const { run } = aDesk();
    const script = 'require("fs").writeSync(1, "begun\\n"); setInterval(() => 0, 1e3)';
    const { status, stdout } = await run(["capture", "--timeout", "1", "--", ...aCommand(script)]);
    expect(status).toBe(0);
    expect(stdout).toContain("was ended when its time of");
    expect(stdout).toContain("begun");
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "that gets %s ends the command and keeps what it wrote until then",
    async (signal) => {
      const { cwd, run } = aDesk();
      // The command says by a file that it has written: only then is there something to keep.
      const script =
        'require("fs").writeSync(1, "half of it\\n"); require("fs").writeFileSync("ready", ""); setInterval(() => 0, 1e3)';
      const child = command.start(["capture", "--label", "cut", "--", ...aCommand(script)], {
        cwd,
      });
      const ended = once(child, "close");
      while (!existsSync(join(cwd, "ready"))) await new Promise(setImmediate);
      child.kill(signal);
      await ended;
      const { events } = JSON.parse(
        (await run(["timeline", "--source", "captures", "--json"])).stdout,
      ) as TimelineResponse;
      expect(events.map(({ text }) => text)).toEqual(["half of it"]);
    },
  );

  it.each([
    ["no command", ["capture"], "COMMAND: it is missing"],
    [
      "no time",
      ["capture", "--timeout", "0", "--", "node"],
      "--timeout: must be a whole number from 1",
    ],
    ["too long a time", ["capture", "--timeout", "86401", "--", "node"], "--timeout: "],
    ["no bytes", ["capture", "--max-bytes", "0", "--", "node"], "--max-bytes: "],
    ["a label of two words", ["capture", "--label", "a b", "--", "node"], "label: "],
    ["a cap of nothing", ["capture", "--cap", "100", "--", "node"], "use at least 2000"],
    ["a program nobody has", ["capture", "--", "no-such-program"], "could not be started (ENOENT)"],
    ["an empty input", ["put"], "standard input: it is empty"],
    ["words to put", ["put", "a"], "takes no words"],
  ])("refuses %s with status 2", async (_what, words, problem) => {
    const { status, stderr, stdout } = await aDesk().run(words, "");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(problem);
  });
});

describe("exhibit put", () => {
  it("keeps standard input and finds in it what was asked", async () => {
    const { run } = aDesk();
    const lines = Array.from({ length: 500 }, (_, index) => `row ${index}`);
    lines[321] = "row 321 holds the marmalade";
    const { status, stdout } = await run(
      ["put", "--label", "rows", "--query", "marmalade"],
      lines.join("\n"),
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Kept as "rows".');
    expect(stdout).toContain("row 321 holds the marmalade");
    expect((await run(["search", "marmalade", "--source", "captures"])).status).toBe(0);
  });

  it("keeps all of eight inputs that come at once", async () => {
    const { run } = aDesk();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        run(["put", "--label", "at-once"], `input ${index}\n`),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(Array(8).fill(0));
    const told = await run(["timeline", "--source", "captures", "--json"]);
    const { events } = JSON.parse(told.stdout) as TimelineResponse;
    expect(events).toHaveLength(8);
  }, 60_000);
});
