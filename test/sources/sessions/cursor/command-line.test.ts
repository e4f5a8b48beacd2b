import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCursorReader } from "../../../../src/sources/sessions/cursor/cursor-reader.ts";
import { createForeignTablesOpener } from "../../../../src/stores/sqlite/foreign-tables.ts";
import { aChatStore, type ChatSeed } from "../../../builders/a-cursor-state.ts";
import { aDatabase } from "../../../builders/a-database.ts";
import { jsonLines } from "../../../builders/a-rollout.ts";
import { aTree, writeTree } from "../../../builders/a-tree.ts";
import { listed, readRecords } from "../../../builders/read-records.ts";

const reader = openCursorReader(
  { home: "/home/someone", platform: "linux", appData: "", xdgConfigHome: "" },
  createForeignTablesOpener({ waitMs: 60 }),
);
const CWD = "/home/someone/garden";

const say = (role: string, ...content: readonly object[]): object => ({
  role,
  message: { content },
});
const text = (words: string): object => ({ type: "text", text: words });

describe("a transcript of Cursor's command line", () => {
  const PATH = "projects/home-someone-garden/agent-transcripts/c1/c1.jsonl";

  it("has no times, no ids and no folder, and keeps the order of its lines (TIM-04)", async () => {
    const root = aTree({
      [PATH]: jsonLines([
        say("user", text("<user_query>\nWater the beds\n</user_query>")),
        say("assistant", text("On it"), {
          type: "tool_use",
          name: "Shell",
          input: { command: "ls" },
        }),
        say("user", text("<user_info>\nOS\n</user_info>")),
        { type: "turn_ended", status: "success" },
        { type: "novelty" },
        say("assistant", { type: "hologram" }),
        say("user", text("<b>bold</b> words of a user")),
      ]),
    });
    const { records } = await readRecords(reader, join(root, PATH));
    expect(records.map(listed)).toEqual([
      "c1 unknown unknown user message: Water the beds",
      "c1 unknown unknown assistant message: On it",
      "c1 unknown unknown assistant tool_call: command: ls",
      "skipped scaffold",
      "skipped turn",
      "unknown novelty",
      "unknown block/hologram",
      "c1 unknown unknown user message: <b>bold</b> words of a user",
    ]);
    // The folder's name would decode to this very path, and to others.
    expect(records[0]).toMatchObject({ cwd: "none", nativeId: "none", occursIn: "c1", line: 1 });
    expect(records[2]).toMatchObject({ ordinal: 1, toolName: "Shell", toolUseId: "none" });
  });

  it("has the folder that the file of trusted workspaces beside it names", async () => {
    const root = aTree({ [PATH]: jsonLines([say("user", text("hello"))]) });
    const trusted = JSON.stringify({ workspacePath: CWD });
    writeTree(root, { "projects/home-someone-garden/.workspace-trusted": trusted });
    const { records } = await readRecords(reader, join(root, PATH));
    expect(records[0]).toMatchObject({ cwd: CWD });
  });

  it("of a sub-agent names its parent, and waits for the end of a torn line", async () => {
    const path = "projects/p/agent-transcripts/c1/subagents/s1.jsonl";
    const root = aTree({ [path]: `${jsonLines([say("user", text("look"))])}{"role":"assi` });
    const { records, tornBytes } = await readRecords(reader, join(root, path));
    expect(records).toMatchObject([
      { session: { id: "s1", parentId: "c1" }, marks: ["sidechain"] },
    ]);
    expect(tornBytes).toBe(13);
  });
});

describe("a chat of Cursor's command line", () => {
  const PATH = "chats/0123abcd/u1/store.db";

  async function read(seed: ChatSeed, files = {}): ReturnType<typeof readRecords> {
    const root = aTree(files);
    await aChatStore(join(root, PATH), seed);
    return readRecords(reader, join(root, PATH));
  }

  it("lists the messages its newest root names, in that order and without times (TIM-04)", async () => {
    const { records } = await read({
      name: "Water",
      workspace: `file://${CWD}`,
      blobs: [
        { role: "system", content: "You are an agent" },
        {
          role: "user",
          content: [text("<user_info>\nOS\n</user_info>\n<user_query>go</user_query>")],
        },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm" },
            text("Going"),
            { type: "tool-call", toolCallId: "t1", toolName: "Shell", args: { command: "ls" } },
          ],
        },
        {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: "t1", toolName: "Shell", result: "a b" }],
        },
        { role: "user", content: "go" },
      ],
    });
    expect(records.map(listed)).toEqual([
      "title: Water",
      "skipped system_prompt",
      "u1 unknown unknown user message: go",
      "skipped thinking",
      "u1 unknown unknown assistant message: Going",
      "u1 unknown unknown assistant tool_call: command: ls",
      "u1 unknown unknown tool tool_result: a b",
      "u1 unknown unknown user message: go",
    ]);
    expect(records[2]).toMatchObject({ cwd: CWD, nativeId: "none", startByte: 0, endByte: 0 });
    expect(records[6]).toMatchObject({ toolUseId: "t1", toolName: "Shell" });
  });

  it("has the folder that the file beside it names before the one its root names", async () => {
    const { records } = await read(
      { workspace: "file:///elsewhere", blobs: [{ role: "user", content: "go" }] },
      { "chats/0123abcd/u1/meta.json": JSON.stringify({ cwd: CWD, createdAtMs: 1 }) },
    );
    expect(records).toMatchObject([{ cwd: CWD, time: { at: "unknown" } }]);
  });

  it("counts what is lost or of a form nobody documented, and goes on", async () => {
    const { records } = await read({
      blobs: ["lost", Buffer.from([0x0a, 1, 0x78]), Buffer.from("{torn"), { role: "robot" }],
    });
    expect(records.map(listed)).toEqual([
      "skipped blob_missing",
      "unknown blob/protobuf",
      "broken: it is no JSON object",
      "unknown message/robot",
    ]);
    for (const root of [Buffer.from([0x0a, 200]), Buffer.from([0x0b]), Buffer.from([0x80])]) {
      const damaged = await read({ blobs: [], root });
      expect(damaged.records.map(listed)).toEqual(["unknown chat/root"]);
    }
  });

  it("in a store without its tables is refused by name", async () => {
    const path = join(aTree(), PATH);
    await aDatabase(path, { blobs: { columns: "id TEXT PRIMARY KEY, data BLOB", rows: [] } });
    await expect(readRecords(reader, path)).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringContaining('no table "meta"'),
    });
  });
});
