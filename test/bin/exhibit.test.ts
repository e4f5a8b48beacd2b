import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltCommand, buildCommand } from "../builders/built-command.ts";

let command: BuiltCommand;
let folder = "";

beforeAll(async () => {
  command = await buildCommand();
  folder = mkdtempSync(join(tmpdir(), "exhibit-bin-"));
});

afterAll(() => {
  command.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("the entry", () => {
  it("shows its help on a bare call, where errors go, and does not claim success", async () => {
    const { status, stdout, stderr } = await command.run([], { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("Usage: exhibit COMMAND");
  });

  it("shows help on request, where answers go", async () => {
    for (const words of [["--help"], ["-h"], ["help"], ["help", "search"], ["search", "--help"]]) {
      const { status, stdout, stderr } = await command.run(words, { cwd: folder });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("Usage: exhibit");
    }
  });

  it("shows its version, alone or as JSON", async () => {
    const plain = await command.run(["--version"], { cwd: folder });
    expect(plain.stdout).toMatch(/^exhibit \d+\.\d+\.\d+\n$/);
    const json = await command.run(["version", "--json"], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema: "exhibit.version/1",
      node: process.versions.node,
    });
  });

  it("names the Node it needs on one that is too old, and loads nothing more", async () => {
    const old = (version: string): string =>
      `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
    for (const version of ["18.20.0", "20.18.3"]) {
      const { status, stdout, stderr } = await command.run(["version"], {
        cwd: folder,
        nodeOptions: ["--import", old(version)],
      });
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toBe(`exhibit needs Node 20.19 or newer; this is Node ${version}.\n`);
    }
  });

  it("says so when its working directory was deleted", async () => {
    const gone = join(folder, "gone");
    mkdirSync(gone);
    // A shell removes the folder it stands in: a Node that is already running would remember it.
    const script = 'rmdir "$PWD" && exec "$0" "$1" status';
    const run = promisify(execFile)("sh", ["-c", script, process.execPath, command.entry], {
      cwd: gone,
    });
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("working directory no longer exists"),
    });
  });

  it("exits with 70 and a stack when it has a bug, never with a status that means something", async () => {
    const broken = `data:text/javascript,JSON.parse=()=>{throw new TypeError("broken on purpose")}`;
    const { status, stdout, stderr } = await command.run(["version", "--json"], {
      cwd: folder,
      nodeOptions: ["--import", broken],
    });
    expect(status).toBe(70);
    expect(stderr).toContain("this is a bug in exhibit");
    expect(stderr).toMatch(/TypeError: broken on purpose\n\s+at /);
    expect(stdout).toContain('"code":"bug"');
  });
});

describe("refusals", () => {
  it.each([
    [["serach", "x"], "command_unknown"],
    [["search", "x", "--lmit", "3"], "option_unknown"],
    [["search", "x", "--cap", "1e12"], "option_invalid"],
    [["search", "x", "--limit", "0"], "option_invalid"],
    [["search", "  "], "query_empty"],
    [["open"], "option_invalid"],
    [["open", "a", "b"], "option_invalid"],
    [["status", "now"], "option_invalid"],
    [["observe", "a.md"], "observation_invalid"],
    [["inspect", "missing.json"], "option_invalid"],
    [["verify", "--from", "missing.md"], "option_invalid"],
    [["--json"], "option_invalid"],
  ])("of %j are a sentence for people and one JSON object for programs", async (words, code) => {
    const plain = await command.run(words, { cwd: folder });
    const isJson = words.includes("--json");
    if (!isJson) expect(plain).toMatchObject({ status: 2, stdout: "" });
    expect(plain.stderr).toMatch(/^exhibit: .+\n/);
    const json = isJson ? plain : await command.run([...words, "--json"], { cwd: folder });
    expect(json.status).toBe(2);
    expect(json.stdout.endsWith("\n")).toBe(true);
    expect(JSON.parse(json.stdout)).toMatchObject({ schema: "exhibit.error/1", error: { code } });
  });

  it("never pass an escape sequence of their input on to the terminal", async () => {
    const { stderr } = await command.run(["\u001b[2Jserach"], { cwd: folder });
    expect(stderr).not.toContain("\u001b");
    expect(stderr).toContain("␛[2Jserach");
  });
});

describe("a saved response", () => {
  it("is inspected from standard input, without an index or a workspace", async () => {
    const empty = mkdtempSync(join(tmpdir(), "exhibit-inspect-"));
    writeFileSync(join(empty, "bad.json"), "{");
    const bad = await command.run(["inspect", "bad.json"], { cwd: empty });
    expect(bad).toMatchObject({ status: 2 });
    const piped = await command.run(["inspect", "-"], { cwd: empty, input: '{"schema":"x"}' });
    expect(piped.stderr).toContain("- is no saved response");
    rmSync(empty, { recursive: true, force: true });
  });
});
