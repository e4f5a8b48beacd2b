import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCursorReader } from "../../../../src/sources/sessions/cursor/cursor-reader.ts";
import { createForeignTablesOpener } from "../../../../src/stores/sqlite/foreign-tables.ts";
import { aCursorState } from "../../../builders/a-cursor-state.ts";
import { aDatabase } from "../../../builders/a-database.ts";
import { aTree, writeTree } from "../../../builders/a-tree.ts";
import { listed, readRecords } from "../../../builders/read-records.ts";

const LINUX = { home: "/home/someone", platform: "linux", appData: "", xdgConfigHome: "" };
const openTables = createForeignTablesOpener({ waitMs: 60 });
const reader = openCursorReader(LINUX, openTables);

const GLOBAL = "User/globalStorage/state.vscdb";
const T1 = "2026-03-01T09:00:01.000Z";
const SENT_MS = Date.UTC(2026, 2, 1, 9, 0, 2);
const FOLDER = "file:///home/someone/garden";

const headers = (...ids: readonly string[]): object => ({
  ...{ composerId: "k1", createdAt: SENT_MS - 99_000, name: "Water" },
  fullConversationHeadersOnly: ids.map((bubbleId) => ({ bubbleId, type: 1 })),
});

async function read(
  values: Readonly<Record<string, object | string | null>>,
  path = GLOBAL,
): ReturnType<typeof readRecords> {
  const root = aTree();
  await aCursorState(join(root, path), values);
  return readRecords(reader, join(root, path));
}

describe("conversations of Cursor's editor", () => {
  it("come in the order of their headers, each bubble with its own time or none (TIM-04)", async () => {
    const { records } = await read({
      "composerData:k1": headers("b9", "b2", "b1", "b3"),
      "bubbleId:k1:b9": { type: 1, text: "first", createdAt: T1, workspaceUris: [FOLDER] },
      "bubbleId:k1:b2": { type: 2, rawText: "second", timingInfo: { clientRpcSendTime: SENT_MS } },
      "bubbleId:k1:b1": { type: 2, text: "third", timingInfo: { clientStartTime: SENT_MS } },
      "bubbleId:k1:b3": { type: 1, text: "fourth", timingInfo: { clientRpcSendTime: 81_234.5 } },
    });
    expect(records.map(listed)).toEqual([
      "title: Water",
      `k1 observed ${T1} user message: first`,
      `k1 observed ${new Date(SENT_MS).toISOString()} assistant message: second`,
      "k1 unknown unknown assistant message: third",
      "k1 unknown unknown user message: fourth",
    ]);
    expect(records[1]).toMatchObject({
      ...{ nativeId: "b9", cwd: "/home/someone/garden", startByte: 0, endByte: 0, line: 0 },
    });
    expect(records[2]).toMatchObject({ cwd: "/home/someone/garden" });
  });

  it("give a tool call with its result, and mark one that failed", async () => {
    const tool = { name: "run_terminal_cmd", rawArgs: '{"command":"npm test"}' };
    const { records } = await read({
      "composerData:k1": headers("b1", "b2", "b3"),
      "bubbleId:k1:b1": {
        ...{ type: 2, createdAt: T1, thinking: { text: "hm" } },
        toolFormerData: {
          ...tool,
          toolCallId: "t1",
          status: "completed",
          result: '{"output":"2 passed"}',
        },
      },
      "bubbleId:k1:b2": {
        ...{ type: 2, createdAt: T1 },
        toolFormerData: { ...tool, toolCallId: "t2", status: "error", error: "denied" },
      },
      "bubbleId:k1:b3": {
        ...{ type: 2, createdAt: T1, text: "Running" },
        toolFormerData: { ...tool, toolCallId: "t3", status: "loading" },
      },
    });
    expect(records.slice(1).map(listed)).toEqual([
      "skipped thinking",
      `k1 observed ${T1} assistant tool_call: command: npm test`,
      `k1 observed ${T1} tool tool_result: output: 2 passed`,
      `k1 observed ${T1} assistant tool_call: command: npm test`,
      `k1 observed ${T1} tool tool_result [failed]: denied`,
      `k1 observed ${T1} assistant message: Running`,
      `k1 observed ${T1} assistant tool_call: command: npm test`,
    ]);
    expect(records[2]).toMatchObject({
      ...{ toolUseId: "t1", toolName: "run_terminal_cmd", facts: { command: "npm test" } },
    });
  });

  it("skip NULL values and count what is empty, broken, unknown or missing, and go on", async () => {
    const { records } = await read({
      "composerData:k0": null,
      "composerData:k1": headers("b1", "b2", "b3", "b4", "b5", "b6"),
      "bubbleId:k1:b1": null,
      "bubbleId:k1:b2": { type: 2, text: " " },
      "bubbleId:k1:b3": '{"type": 2',
      "bubbleId:k1:b4": { type: 7, text: "?" },
      "bubbleId:k1:b6": { type: 1, text: "behind" },
    });
    expect(records.map(listed)).toEqual([
      "skipped null",
      "title: Water",
      "skipped null",
      "skipped empty",
      "broken: it is no JSON object",
      "unknown bubble/7",
      "skipped bubble_missing",
      "k1 unknown unknown user message: behind",
    ]);
  });

  it("keep bubbles that no header lists and those of a conversation that is gone, at the end, and say so", async () => {
    const { records } = await read({
      "composerData:k2": headers("b1"),
      "bubbleId:k2:b1": { type: 1, text: "listed" },
      "bubbleId:k2:b0": { type: 1, text: "taken back" },
      "bubbleId:k1:b1": { type: 1, text: "orphan" },
      "bubbleId:k3:null": null,
    });
    expect(records.slice(1).map(listed)).toEqual([
      "k2 unknown unknown user message: listed",
      "k2 unknown unknown user message: taken back",
      "k1 unknown unknown user message: orphan",
      "skipped null",
    ]);
    expect(records.slice(2, 4)).toMatchObject([
      { facts: { listed: "no" } },
      { facts: { listed: "no" }, cwd: "none" },
    ]);
  });

  it("of the older form hold their bubbles themselves", async () => {
    const { records } = await read({
      "composerData:k1": {
        conversation: [
          { type: 1, bubbleId: "b1", text: "asked" },
          { type: 2, bubbleId: "b2", text: "answered" },
        ],
      },
    });
    expect(records.map(listed)).toEqual([
      "k1 unknown unknown user message: asked",
      "k1 unknown unknown assistant message: answered",
    ]);
  });

  it.each([
    ["file:///home/a%20b/%E2%98%83", "/home/a b/☃", {}],
    ["file:///c%3A/Users/a%20b", "c:\\Users\\a b", {}],
    ["file://share/team/x", "\\\\share\\team\\x", {}],
    ["vscode-remote://ssh-remote%2Bbox/srv/x", "/srv/x", { remote: "ssh-remote+box" }],
    ["file:///bad%E0%A4%A", "none", {}],
    ["untitled:Untitled-1", "none", {}],
  ])("read the folder %s as %s", async (uri, cwd, facts) => {
    const { records } = await read({
      "composerData:k1": headers("b1"),
      "bubbleId:k1:b1": { type: 1, text: "x", workspaceUris: [uri] },
    });
    expect(records[1]).toMatchObject({ cwd, facts });
  });

  it("know their folder by the bubbles, else by the conversation, else by the window's own file", async () => {
    const root = aTree({
      "User/workspaceStorage/w1/workspace.json": JSON.stringify({ folder: FOLDER }),
    });
    const path = join(root, "User/workspaceStorage/w1/state.vscdb");
    const uri = { external: "file:///home/someone/other" };
    await aCursorState(path, {
      "composerData:k1": headers("b1"),
      "bubbleId:k1:b1": { type: 1, text: "x" },
      "composerData:k2": { ...headers("b1"), workspaceIdentifier: { uri } },
      "bubbleId:k2:b1": { type: 1, text: "y" },
    });
    const { records } = await readRecords(reader, path);
    const cwds = records.filter(({ type }) => type === "event");
    expect(cwds).toMatchObject([{ cwd: "/home/someone/garden" }, { cwd: "/home/someone/other" }]);
  });

  it("are never sought in the table that holds the user's tokens", async () => {
    const { records } = await read({ "composerData:k1": headers() });
    expect(JSON.stringify(records)).not.toContain("never to be read");
    const root = aTree();
    const columns = "key TEXT UNIQUE, value BLOB";
    const window = join(root, "User/workspaceStorage/w1/state.vscdb");
    await aDatabase(window, { ItemTable: { columns, rows: [["composer.composerData", "{}"]] } });
    expect((await readRecords(reader, window)).records).toEqual([]);
    await aDatabase(join(root, GLOBAL), { ItemTable: { columns, rows: [] } });
    await expect(readRecords(reader, join(root, GLOBAL))).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringContaining('no table "cursorDiskKV"'),
    });
  });
});

describe("Cursor's folders", () => {
  it("list both storages of the editor, transcripts and chats, and no other file", async () => {
    const root = aTree({
      "User/settings.json": "{}",
      "User/History/x/state.vscdb": "",
      "projects/p/agent-transcripts/a/a.jsonl": "",
      "projects/p/agent-transcripts/b.txt": "user:\nhello",
      "projects/p/terminals/1.txt": "",
      "chats/h/s/store.db": "",
      "chats/h/s/meta.json": "{}",
    });
    await aCursorState(join(root, GLOBAL), {});
    await aCursorState(join(root, "User/workspaceStorage/w1/state.vscdb"), {});
    const files = await reader.list(root);
    expect(files.map(({ path }) => path.slice(root.length + 1))).toEqual([
      GLOBAL,
      "User/workspaceStorage/w1/state.vscdb",
      "chats/h/s/store.db",
      "projects/p/agent-transcripts/a/a.jsonl",
      "projects/p/agent-transcripts/b.txt",
    ]);
    const old = await readRecords(reader, join(root, "projects/p/agent-transcripts/b.txt"));
    expect(old.records.map(listed)).toEqual(["unknown agent-transcript.txt"]);
  });

  it("are the editor's of each system, and by default the command line's as well", async () => {
    const rootOf = (place: Partial<typeof LINUX>): string =>
      openCursorReader({ ...LINUX, ...place }, openTables).defaultRoot;
    expect(rootOf({})).toBe("/home/someone/.config/Cursor");
    expect(rootOf({ xdgConfigHome: "/conf" })).toBe("/conf/Cursor");
    expect(rootOf({ platform: "darwin" })).toBe("/home/someone/Library/Application Support/Cursor");
    expect(rootOf({ platform: "win32", appData: "/roaming" })).toBe("/roaming/Cursor");

    const home = aTree({ ".cursor/projects/p/agent-transcripts/a.jsonl": "" });
    const mine = openCursorReader({ ...LINUX, home }, openTables);
    expect(await mine.list(mine.defaultRoot)).toHaveLength(1);
    writeTree(home, { ".config/Cursor/User/globalStorage/state.vscdb": "" });
    expect(await mine.list(mine.defaultRoot)).toHaveLength(2);
    const nobody = openCursorReader({ ...LINUX, home: aTree() }, openTables);
    await expect(nobody.list(nobody.defaultRoot)).rejects.toMatchObject({
      code: "source_unavailable",
    });
    expect(existsSync(nobody.defaultRoot)).toBe(false);
  });
});
