import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openGeminiReader } from "../../../../src/sources/sessions/gemini/gemini-reader.ts";
import { jsonLines } from "../../../builders/a-rollout.ts";
import { aTree } from "../../../builders/a-tree.ts";
import { listed, readRecords } from "../../../builders/read-records.ts";

const reader = openGeminiReader({ home: "/home/someone" });
const CWD = "/home/someone/garden";
const HEAD = {
  sessionId: "g1",
  projectHash: "p1",
  startTime: "2026-03-01T10:00:00Z",
  kind: "main",
};
const T1 = "2026-03-01T10:00:01.000Z";

type Message = Readonly<Record<string, unknown>>;
const say = (id: string, type: string, text: string, more: object = {}): Message => ({
  ...{ id, timestamp: T1, type, content: [{ text }], ...more },
});

async function read(
  lines: readonly object[],
  { path = "tmp/p1/chats/session-a.jsonl", others = {} } = {},
): ReturnType<typeof readRecords> {
  return readRecords(reader, join(aTree({ [path]: jsonLines(lines), ...others }), path));
}

describe("a chat of JSON lines", () => {
  it("lists messages, tool calls and their results, and skips thoughts", async () => {
    const tool = {
      ...{ id: "t1", name: "run_shell_command", args: { command: "npm test" }, status: "error" },
      result: [{ functionResponse: { response: { output: "2 failing" } } }],
      timestamp: "2026-03-01T10:00:09.000Z",
    };
    const { records } = await read([
      HEAD,
      say("m0", "user", "<session_context>today</session_context>"),
      say("m1", "user", "@a.txt and its 900 lines", { displayContent: "Read @a.txt" }),
      say("m2", "gemini", "Running", { thoughts: [{ subject: "x" }], toolCalls: [tool] }),
      say("m3", "error", "quota"),
      say("m4", "poem", "roses"),
      { $set: { summary: "Cold soil" } },
    ]);
    const tools = "2026-03-01T10:00:09.000Z";
    expect(records.map(listed)).toEqual([
      "skipped meta",
      "skipped scaffold",
      `g1 observed ${T1} user message: Read @a.txt`,
      "skipped thinking",
      `g1 observed ${T1} assistant message: Running`,
      `g1 observed ${tools} assistant tool_call: command: npm test`,
      `g1 observed ${tools} tool tool_result [failed]: 2 failing`,
      `g1 observed ${T1} system system [failed]: quota`,
      "unknown message/poem",
      "skipped meta",
      "title: Cold soil",
    ]);
    expect(records[5]).toMatchObject({ toolUseId: "t1", toolName: "run_shell_command" });
  });

  it("counts the last record of a message, also one in a patch with all messages", async () => {
    const { records } = await read([
      HEAD,
      say("m1", "user", "draft"),
      say("m1", "user", "second draft"),
      say("m2", "gemini", "answer"),
      { $set: { messages: [null, say("m1", "user", "final"), say("m3", "user", "more")] } },
    ]);
    expect(records.map(listed)).toEqual([
      "skipped meta",
      "skipped superseded",
      "skipped superseded",
      `g1 observed ${T1} assistant message: answer`,
      "skipped meta",
      `g1 observed ${T1} user message: final`,
      `g1 observed ${T1} user message: more`,
    ]);
  });

  it.each([
    ["a message and what follows it", "m2", ["m2", "m3"]],
    ["everything, when nobody knows the message", "m9", ["m1", "m2", "m3"]],
  ])("keeps and marks what was taken back: %s", async (_, id, expected) => {
    const three = ["m1", "m2", "m3"].map((name) => say(name, "user", `text of ${name}`));
    const { records } = await read([HEAD, ...three, { $rewindTo: id }, say("m4", "user", "anew")]);
    const events = records.filter((record) => record.type === "event");
    expect(events).toHaveLength(4);
    const rewound = events.filter(({ marks }) => marks.includes("rewound"));
    expect(rewound.map(({ nativeId }) => nativeId)).toEqual(expected.map((name) => `g1/${name}`));
  });

  it("knows no time for a message that states none (TIM-09)", async () => {
    const { records } = await read([HEAD, { id: "m1", type: "user", content: "when?" }]);
    expect(records.at(-1)).toMatchObject({ time: { at: "unknown", basis: "unknown" } });
  });

  it("leaves an unfinished last line, and repairs characters cut in half", async () => {
    const path = "tmp/p1/chats/session-a.jsonl";
    const content = `${jsonLines([HEAD, say("m1", "user", "cut \ud83d")])}{"id":"m2`;
    const { records, tornBytes } = await readRecords(
      reader,
      join(aTree({ [path]: content }), path),
    );
    expect(records.at(-1)).toMatchObject({ text: "cut \ufffd" });
    expect(tornBytes).toBe(9);
  });
});

it("reads an old chat, one JSON text for all, at no byte of its own", async () => {
  const path = "tmp/p1/chats/session-old.json";
  const chat = { sessionId: "g0", messages: [{ id: "l1", type: "user", content: "old" }] };
  const root = aTree({ [path]: JSON.stringify(chat, null, 2) });
  const { records, readBytes } = await readRecords(reader, join(root, path));
  expect(records.map(listed)).toEqual(["skipped meta", "g0 unknown unknown user message: old"]);
  expect(records[1]).toMatchObject({ startByte: 0, endByte: 0, line: 0 });
  expect(readBytes).toBe(Buffer.byteLength(JSON.stringify(chat, null, 2)));
});

it("names the session that started a sub-agent's chat", async () => {
  const path = "tmp/p1/chats/g1/g2.jsonl";
  const { records } = await read([{ ...HEAD, sessionId: "g2" }, say("m1", "gemini", "hi")], {
    path,
  });
  expect(records.at(-1)).toMatchObject({
    session: { id: "g2", parentId: "g1" },
    marks: ["sidechain"],
  });
});

it.each([
  ["the folder's own note", "p1", { "tmp/p1/.project_root": `${CWD}\n` }, CWD],
  [
    "a name in projects.json",
    "p1",
    { "projects.json": JSON.stringify({ projects: { [CWD]: "p1" } }) },
    CWD,
  ],
  [
    "the hash of a folder in projects.json",
    createHash("sha256").update(CWD).digest("hex"),
    { "projects.json": JSON.stringify({ projects: { [CWD]: "garden" } }) },
    CWD,
  ],
  [
    "nothing",
    "p1",
    { "projects.json": JSON.stringify({ projects: { "/elsewhere": "p2" } }) },
    "none",
  ],
])("takes the working directory from %s", async (_, name, others, expected) => {
  const path = `tmp/${name}/chats/session-a.jsonl`;
  const { records } = await read([HEAD, say("m1", "user", "hi")], { path, others });
  expect(records.at(-1)).toMatchObject({ cwd: expected });
});

it("lists chats and nothing else below its folder", async () => {
  const root = aTree({
    "tmp/p1/chats/session-b.jsonl": "",
    "tmp/p1/chats/session-a.json": "{}",
    "tmp/p1/chats/g1/g2.jsonl": "",
    "tmp/p1/logs.json": "[]",
    "settings.json": "{}",
  });
  const files = await reader.list(root);
  expect(files.map(({ path }) => path.slice(root.length + "/tmp/p1/chats/".length))).toEqual([
    "g1/g2.jsonl",
    "session-a.json",
    "session-b.jsonl",
  ]);
});
