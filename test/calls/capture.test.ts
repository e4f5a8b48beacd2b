import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CaptureOptions, citationOf, type Engine, serialize } from "../../src/index.ts";
import { aCommand } from "../builders/a-command.ts";
import { aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { findInFolder } from "../builders/find-in-folder.ts";
import { lockDatabase } from "../builders/locked-database.ts";
import { secretSamples } from "../builders/secret-samples.ts";
import { aSettledCopy } from "../builders/settled-copy.ts";

const TOKEN_BODY = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fLaB3d";
const TOKEN = ["gh", "p_", TOKEN_BODY].join("");

async function aDesk(): Promise<{ workspace: TestWorkspace; engine: Engine }> {
  const workspace = aWorkspace({ "a.md": "# A\n" });
  return { workspace, engine: await workspace.open() };
}

describe("a command whose output is captured", () => {
  it("is kept with both streams, its exit code and its times, each stream under its own citation", async () => {
    const { engine } = await aDesk();
    const script = 'console.log("all is well"); console.error("but one"); process.exitCode = 3';
    const response = await engine.capture(aCommand(script), { label: "check" });
    expect(response).toMatchObject({
      label: "check",
      end: { status: "exited", code: 3 },
      startedAt: "2026-10-15T12:00:00.000Z",
    });
    expect(response.streams.map(({ stream, anchor }) => [stream, anchor])).toEqual([
      ["stdout", "all is well"],
      ["stderr", "but one"],
    ]);
    const { checks } = await engine.verify(response.streams.map(citationOf));
    expect(checks.map(({ resolved }) => resolved)).toEqual(["exact", "exact"]);
    const [hit] = (await engine.search("all well", { sources: ["captures"] })).hits;
    expect(hit?.entry?.marks).toEqual(["failed"]);
    expect(hit?.observed).toMatchObject({ basis: "observed" });
  });

  it("runs without a shell, in the folder it is told", async () => {
    const { engine, workspace } = await aDesk();
    const script = "console.log(process.cwd(), JSON.stringify(process.argv.slice(2)))";
    const words = ["$HOME", "a b", "; echo no", "*"];
    const { streams } = await engine.capture(aCommand(script, ...words), { label: "args" });
    expect(streams[0]?.anchor).toBe(`${workspace.root} ${JSON.stringify(words)}`);
  });

  it("that wrote nothing leaves nothing to cite, and its end is told all the same", async () => {
    const { engine } = await aDesk();
    const response = await engine.capture(aCommand(""), { query: "anything" });
    expect(response).toMatchObject({ end: { status: "exited", code: 0 }, streams: [], hits: [] });
  });

  it("that is killed, or runs longer than it may, says so and keeps what it wrote until then", async () => {
    const { engine } = await aDesk();
    const killed = await engine.capture(
      aCommand('require("fs").writeSync(1, "begun\\n"); process.kill(process.pid, "SIGKILL")'),
    );
    expect(killed.end).toEqual({ status: "killed", signal: "SIGKILL" });
    expect(killed.streams[0]?.anchor).toBe("begun");
    const late = await engine.capture(
      aCommand('require("fs").writeSync(1, "begun\\n"); setInterval(() => 0, 1e3)'),
      { timeoutMs: 1_000 },
    );
    expect(late.end).toEqual({ status: "timed_out" });
    expect(late.streams[0]?.anchor).toBe("begun");
  });

  it("that cannot be started is refused, and its words are not repeated with a secret in them", async () => {
    const { engine } = await aDesk();
    const refusal = await engine
      .capture(["no-such-program-anywhere", "--password", "hunter2x"])
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "capture_failed",
      message: expect.stringContaining("ENOENT"),
    });
    expect(JSON.stringify(refusal) + String(refusal)).not.toContain("hunter2x");
    expect((await engine.timeline("", { sources: ["captures"] })).events).toEqual([]);
  });

  it("keeps both of two captures under one label", async () => {
    const { engine, workspace } = await aDesk();
    const command = aCommand('console.log("owners: 4")');
    const first = await engine.capture(command, { label: "owners" });
    workspace.advance(1_000);
    const second = await engine.capture(command, { label: "owners" });
    expect(second.streams[0]?.artifact).not.toBe(first.streams[0]?.artifact);
    const { events } = await engine.timeline("", { sources: ["captures"] });
    expect(events.map(({ artifact }) => artifact)).toEqual([
      second.streams[0]?.artifact,
      first.streams[0]?.artifact,
    ]);
  });

  it("keeps binary output as text that says where it was none, and still cites it exactly", async () => {
    const { engine } = await aDesk();
    const script = "process.stdout.write(Buffer.from([0xff, 0x00, 0x41, 0x0a, 0xc3]))";
    const { streams } = await engine.capture(aCommand(script), { label: "bytes" });
    expect(streams[0]).toMatchObject({ bytes: 5, anchor: "\ufffd\u0000A\n\ufffd" });
    const { checks } = await engine.verify(streams.map(citationOf));
    expect(checks[0]?.resolved).toBe("exact");
  });
});

describe("a question to a capture", () => {
  it("is answered with passages of that capture alone, cited and verifiable; what none holds is named", async () => {
    const { engine } = await aDesk();
    const script =
      'for (let i = 0; i < 3000; i++) console.log(i === 1700 ? "step 1700 FAILED: zeppelin valve" : "step " + i + " passed")';
    await engine.capture(aCommand(script), { label: "steps" });
    const { hits, gaps, streams } = await engine.capture(aCommand(script), {
      label: "steps",
      query: "zeppelin valve marmalade",
      limit: 3,
    });
    expect(hits[0]?.excerpt).toContain("zeppelin valve");
    expect(hits[0]?.citation.startLine).toBeGreaterThan(1_000);
    expect(new Set(hits.map(({ artifact }) => artifact))).toEqual(
      new Set(streams.map(({ artifact }) => artifact)),
    );
    expect(gaps).toContainEqual({ code: "term_unmatched", subject: "marmalade" });
    const { checks } = await engine.verify(hits.map(citationOf));
    expect(new Set(checks.map(({ resolved }) => resolved))).toEqual(new Set(["exact"]));
  });
});

describe("output over its bound", () => {
  it("loses whole lines of its middle, with a mark in their place and a gap that counts them", async () => {
    const { engine } = await aDesk();
    const script = 'for (let i = 0; i < 2000; i++) console.log("🙂 line " + i)';
    const written = Array.from({ length: 2_000 }, (_, i) => `🙂 line ${i}\n`).join("");
    const { gaps, streams } = await engine.capture(aCommand(script), { maxBytes: 1_001 });
    const [stream] = streams;
    expect(stream?.bytes).toBe(Buffer.byteLength(written));
    expect(gaps).toContainEqual(
      expect.objectContaining({ code: "output_cut", subject: stream?.artifact }),
    );
    const { text } = await engine.open(stream?.artifact ?? "");
    const mark = `[exhibit: ${stream?.cutBytes} bytes were not kept here]`;
    const [head = "", tail = ""] = text.split(`${mark}\n`);
    expect(written.startsWith(head)).toBe(true);
    expect(written.endsWith(`${tail}\n`)).toBe(true);
    expect(head.endsWith("\n") && tail.startsWith("🙂 line")).toBe(true);
    expect(text).not.toContain("\ufffd");
    expect(Buffer.byteLength(head + tail) + 1 + (stream?.cutBytes ?? 0)).toBe(stream?.bytes);
  });

  it("keeps no half of a secret that the cut went through", async () => {
    const { engine, workspace } = await aDesk();
    // The bound falls into the middle of the token.
    const script = `process.stdout.write("a".repeat(470) + " key ${TOKEN}\\n" + "b\\n".repeat(2000))`;
    await engine.capture(aCommand(script), { maxBytes: 1_000, label: "half" });
    await engine.close();
    expect(findInFolder(workspace.dataFolder, TOKEN_BODY.slice(0, 12))).toEqual([]);
  });
});

describe("secrets in a captured command", () => {
  it("are taken out of its words, its label and its output before anything is written", async () => {
    const { engine, workspace } = await aDesk();
    const script = 'console.log("login", ...process.argv.slice(2))';
    const command = aCommand(script, TOKEN, "--password", "hunter2x");
    const response = await engine.capture(command);
    expect(response.command.slice(-3)).toEqual([
      "[redacted:github-token]",
      "--password",
      "[redacted:password]",
    ]);
    expect(response.redactions.map(({ kind }) => kind)).toEqual(["github-token", "password"]);
    expect(serialize(response)).not.toMatch(/hunter2x|aB3dE6/);
    // A label made of the words of the command would put the secret into a reference.
    const labeled = await engine.capture(["echo", TOKEN]);
    expect(labeled.label).toBe("echo");
    await engine.close();
    for (const secret of [TOKEN_BODY, "hunter2x"]) {
      expect(findInFolder(workspace.dataFolder, secret)).toEqual([]);
    }
  });

  it("of every known form leave nothing of themselves in the data folder", async () => {
    const { engine, workspace } = await aDesk();
    const text = secretSamples()
      .map((sample) => sample.text)
      .join("\n\n");
    await engine.put(Buffer.from(text), { label: "samples" });
    await engine.close();
    const found = secretSamples().flatMap(({ kind, secret }) =>
      findInFolder(workspace.dataFolder, secret).map((place) => `${kind}: ${place}`),
    );
    expect(found).toEqual([]);
  });

  it("as a label is refused: it becomes part of a reference", async () => {
    const { engine } = await aDesk();
    await expect(engine.put(Buffer.from("a"), { label: TOKEN })).rejects.toMatchObject({
      code: "option_invalid",
      details: { name: "label" },
    });
  });
});

describe("a capture within 2,000 bytes", () => {
  it.each([
    ["one endless line", 'process.stdout.write("x".repeat(90000)); process.stderr.write("y")'],
    [
      "both streams full of quotes",
      'for (let i = 0; i < 500; i++) console[i % 2 ? "log" : "error"](\'"\\t"\' + i)',
    ],
    ["emoji", 'console.log("🙂".repeat(3000))'],
  ])("shows less of %s, and never refuses what was run", async (_what, script) => {
    const { engine } = await aDesk();
    const response = await engine.capture(aCommand(script, "word ".repeat(300)), {
      capBytes: 2_000,
      label: "l".repeat(40),
      query: "x y line",
    });
    expect(response.budget.usedBytes).toBeLessThanOrEqual(2_000);
    expect(serialize(response)).not.toMatch(/\\ud[89a-f]/i);
    const { checks } = await engine.verify(response.streams.map(citationOf));
    for (const { resolved } of checks) expect(resolved).toBe("exact");
  });

  it("is the least that is taken: a smaller cap is refused before anything runs", async () => {
    const { engine, workspace } = await aDesk();
    const command = aCommand(`require("fs").writeFileSync("ran", "")`);
    await expect(engine.capture(command, { capBytes: 1_999 })).rejects.toMatchObject({
      code: "cap_too_small",
    });
    expect(existsSync(join(workspace.root, "ran"))).toBe(false);
  });
});

describe("a capture that is refused", () => {
  it.each<[string, CaptureOptions]>([
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: 86_400_001 }],
    ["maxBytes", { maxBytes: 0 }],
    ["maxBytes", { maxBytes: 1.5 }],
    ["label", { label: "two words" }],
    ["label", { label: "../up" }],
    ["label", { label: "é".repeat(21) }],
    ["limit", { limit: 0 }],
  ])("for its %s names the option, and runs nothing", async (name, options) => {
    const { engine, workspace } = await aDesk();
    const command = aCommand(`require("fs").writeFileSync("ran", "")`);
    await expect(engine.capture(command, options)).rejects.toMatchObject({
      code: "option_invalid",
      details: { name },
    });
    expect(existsSync(join(workspace.root, "ran"))).toBe(false);
    expect(existsSync(join(workspace.dataFolder, "captures.db"))).toBe(false);
  });

  it.each([[[]], [[""]], [["echo", "a\u0000b"]]])("for the command %j", async (command) => {
    const { engine } = await aDesk();
    await expect(engine.capture(command)).rejects.toMatchObject({
      code: "option_invalid",
      details: { name: "command" },
    });
  });

  it("for its store, which is locked or no folder, is refused before the command runs", async () => {
    const { engine, workspace } = await aDesk();
    await engine.put(Buffer.from("a"));
    await engine.close();
    const settled = aSettledCopy(workspace);
    await lockDatabase(join(settled.dataFolder, "captures.db"));
    const command = aCommand(`require("fs").appendFileSync("ran", "x")`);
    await expect((await settled.open()).capture(command)).rejects.toMatchObject({
      code: "store_busy",
    });
    const other = aWorkspace();
    writeFileSync(other.dataFolder, "in the way");
    const blocked = await other.open();
    await expect(blocked.capture(command)).rejects.toMatchObject({ code: "data_folder_unusable" });
    await expect(blocked.remember("A note.")).rejects.toMatchObject({
      code: "data_folder_unusable",
    });
    for (const { root } of [settled, other]) expect(existsSync(join(root, "ran"))).toBe(false);
    expect(readFileSync(other.dataFolder, "utf8")).toBe("in the way");
  });
});

describe("an input that is put", () => {
  it("is kept like output, with its bytes counted as they came", async () => {
    const { engine } = await aDesk();
    const bytes = Buffer.from([0xff, 0xfe, 0x61, 0x0a]);
    const { end, label, streams, command } = await engine.put(bytes);
    expect({ end, label, command }).toEqual({
      end: { status: "none" },
      label: "input",
      command: [],
    });
    expect(streams).toMatchObject([{ stream: "stdin", bytes: 4, anchor: "\ufffd\ufffda" }]);
  });

  it("that is empty, or no bytes, is refused", async () => {
    const { engine } = await aDesk();
    await expect(engine.put(new Uint8Array())).rejects.toMatchObject({ code: "capture_failed" });
    await expect(engine.put("text" as unknown as Uint8Array)).rejects.toMatchObject({
      code: "option_invalid",
    });
  });
});
