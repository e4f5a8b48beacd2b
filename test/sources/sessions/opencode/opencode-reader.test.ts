import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openOpenCodeReader } from "../../../../src/sources/sessions/opencode/opencode-reader.ts";
import { createForeignTablesOpener } from "../../../../src/stores/sqlite/foreign-tables.ts";
import { aDatabase, insertRow } from "../../../builders/a-database.ts";
import { aTree } from "../../../builders/a-tree.ts";
import { anOpenCodeDatabase, type OpenCodeSeed } from "../../../builders/an-opencode-database.ts";
import { listed, readRecords } from "../../../builders/read-records.ts";

const HOME = { home: "/home/someone", xdgDataHome: "", opencodeDb: "" };
const openTables = createForeignTablesOpener({ waitMs: 60 });
const reader = openOpenCodeReader(HOME, openTables);

const T0 = Date.UTC(2026, 2, 1, 9);
const at = (ms: number): string => new Date(T0 + ms).toISOString();
const CWD = "/home/someone/garden";

const SESSIONS = [{ id: "ses_1", directory: CWD, title: "Water the beds" }];
const user = { role: "user", time: { created: T0 } };
const assistant = { role: "assistant", modelID: "m-1", time: { created: T0 + 1000 } };
const MESSAGES = [
  { id: "msg_1", session: "ses_1", createdMs: T0, data: user },
  { id: "msg_2", session: "ses_1", createdMs: T0 + 1000, data: assistant },
];

const part = (id: string, message: string, data: object | string | null) => ({
  ...{ id, message, session: "ses_1", data },
});
const say = (text: string, more: object = {}): object => ({ type: "text", text, ...more });
const run = (state: object, callID = "call_1"): object => ({
  ...{ type: "tool", tool: "bash", callID, state: { input: { command: "npm test" }, ...state } },
});

async function read(seed: OpenCodeSeed): ReturnType<typeof readRecords> {
  const path = join(aTree(), "opencode.db");
  await anOpenCodeDatabase(path, seed);
  return readRecords(reader, path);
}

describe("a database of OpenCode", () => {
  it("lists texts, tool calls and their results with their own times, in UTC to the millisecond (TIM-01)", async () => {
    const { records } = await read({
      sessions: SESSIONS,
      messages: MESSAGES,
      parts: [
        part("prt_1", "msg_1", say("Run the tests")),
        part("prt_2", "msg_1", say("Called the Read tool", { synthetic: true })),
        part("prt_3", "msg_2", { type: "reasoning", text: "hm" }),
        part(
          "prt_4",
          "msg_2",
          run({ status: "completed", output: "ok", time: { start: T0 + 1100, end: T0 + 1900 } }),
        ),
        part(
          "prt_5",
          "msg_2",
          run(
            { status: "error", error: "no such file", time: { start: T0 + 2000, end: T0 + 2001 } },
            "call_2",
          ),
        ),
        part("prt_6", "msg_2", say("All **green**", { time: { start: T0 + 2500 } })),
      ],
    });
    expect(records.map(listed)).toEqual([
      "title: Water the beds",
      `ses_1 observed ${at(0)} user message: Run the tests`,
      `ses_1 observed ${at(0)} user message [synthetic]: Called the Read tool`,
      "skipped thinking",
      `ses_1 observed ${at(1100)} assistant tool_call: command: npm test`,
      `ses_1 observed ${at(1900)} tool tool_result: ok`,
      `ses_1 observed ${at(2000)} assistant tool_call: command: npm test`,
      `ses_1 observed ${at(2001)} tool tool_result [failed]: no such file`,
      `ses_1 observed ${at(2500)} assistant message: All **green**`,
    ]);
    expect(records[1]).toMatchObject({
      ...{ nativeId: "prt_1", cwd: CWD, startByte: 0, endByte: 0, line: 0 },
      time: { precision: "millisecond", offset: "Z" },
    });
    expect(records[4]).toMatchObject({
      ...{ toolUseId: "call_1", toolName: "bash", facts: { command: "npm test" } },
    });
    expect(records[8]).toMatchObject({ facts: { model: "m-1" }, textKind: "markdown" });
  });

  it("says nothing of a time that no record states, and keeps a running call without a result (TIM-04)", async () => {
    const { records } = await read({
      sessions: SESSIONS,
      messages: [
        { id: "msg_1", session: "ses_1", data: { role: "assistant", time: { created: 0 } } },
      ],
      parts: [
        part("prt_1", "msg_1", say("no time")),
        part("prt_2", "msg_1", run({ status: "running" })),
        part("prt_3", "msg_1", run({ status: "completed", output: "done" }, "call_2")),
        part("prt_4", "msg_9", say("its message is gone")),
      ],
    });
    expect(records.slice(1).map(listed)).toEqual([
      "ses_1 unknown unknown assistant message: no time",
      "ses_1 unknown unknown assistant tool_call: command: npm test",
      "ses_1 unknown unknown assistant tool_call: command: npm test",
      "ses_1 unknown unknown tool tool_result: done",
      "ses_1 unknown unknown unknown message: its message is gone",
    ]);
  });

  it("names what it skips, what it does not know and what is broken, and goes on behind it", async () => {
    const parts = ["file", "step-start", "step-finish", "snapshot", "patch", "hologram"];
    const { records } = await read({
      sessions: SESSIONS,
      messages: MESSAGES,
      parts: [
        ...parts.map((type, index) => part(`prt_${index}`, "msg_2", { type })),
        part("prt_6", "msg_2", say("  ")),
        part("prt_7", "msg_2", null),
        part("prt_8", "msg_2", '{"type": "te'),
        part("prt_9", "msg_1", say("behind it")),
      ],
    });
    expect(records.slice(1).map(listed)).toEqual([
      "skipped file",
      "skipped step-start",
      "skipped step-finish",
      "skipped snapshot",
      "skipped patch",
      "unknown part/hologram",
      "skipped empty",
      "skipped null",
      "broken: it is no JSON object",
      `ses_1 observed ${at(0)} user message: behind it`,
    ]);
  });

  it("keeps a sub-agent's session beside its parent's, and a message's own working directory", async () => {
    const sessions = [...SESSIONS, { id: "ses_2", parent: "ses_1", directory: CWD }];
    const data = { ...user, path: { cwd: `${CWD}/beds` }, summary: true };
    const { records } = await read({
      sessions,
      messages: [{ id: "msg_3", session: "ses_2", data }],
      parts: [{ id: "prt_1", message: "msg_3", session: "ses_2", data: say("Look") }],
    });
    expect(records[1]).toMatchObject({
      ...{ session: { id: "ses_2", parentId: "ses_1" }, cwd: `${CWD}/beds` },
      ...{ kind: "summary", marks: ["derived", "sidechain"] },
    });
  });

  it("with columns that other versions lack is read, and one without the needed ones is refused by name", async () => {
    const folder = aTree();
    const path = join(folder, "opencode.db");
    await aDatabase(path, {
      session: { columns: "id TEXT PRIMARY KEY, novelty TEXT", rows: [["ses_1", "x"]] },
      message: {
        columns: "id TEXT PRIMARY KEY, data TEXT",
        rows: [["msg_1", JSON.stringify(user)]],
      },
      part: {
        columns: "id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT",
        rows: [["prt_1", "msg_1", "ses_1", JSON.stringify(say("hello"))]],
      },
    });
    const { records } = await readRecords(reader, path);
    expect(records.map(listed)).toEqual([`ses_1 observed ${at(0)} user message: hello`]);
    expect(records[0]).toMatchObject({ cwd: "none" });

    const other = join(folder, "opencode-next.db");
    const rows = [["msg_1", "{}"]] as const;
    await aDatabase(other, {
      session: { columns: "id TEXT PRIMARY KEY", rows: [] },
      message: { columns: "id TEXT PRIMARY KEY, payload TEXT", rows },
    });
    await expect(readRecords(reader, other)).rejects.toMatchObject({
      code: "source_unavailable",
      message: expect.stringContaining('table "message" has no column data'),
    });
  });
});

describe("OpenCode's folder", () => {
  it("lists databases of every channel and sessions of the old tree, and no other file", async () => {
    const root = aTree({
      "storage/session/p1/ses_0.json": "{}",
      "storage/message/ses_0/msg_0.json": "{}",
      "log/opencode.db": "",
      "auth.json": "{}",
    });
    await anOpenCodeDatabase(join(root, "opencode.db"), {});
    await anOpenCodeDatabase(join(root, "opencode-dev.db"), {});
    const files = await reader.list(root);
    expect(files.map(({ path }) => path.slice(root.length + 1))).toEqual([
      "opencode-dev.db",
      "opencode.db",
      "storage/session/p1/ses_0.json",
    ]);
    const [, database] = files;
    expect(await reader.list(join(root, "opencode.db"))).toEqual([database]);
  });

  it("shows that a database changed when only its log did, and that it did not when nothing did", async () => {
    const root = aTree();
    const owner = await anOpenCodeDatabase(join(root, "opencode.db"), { sessions: SESSIONS });
    owner.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const [before] = await reader.list(root);
    expect(await reader.list(root)).toEqual([before]);
    insertRow(owner, "session", ["ses_2", null, CWD, null]);
    const [after] = await reader.list(root);
    expect(after?.size).toBeGreaterThan(before?.size ?? 0);
    expect(after?.mtimeNs).not.toBe(before?.mtimeNs);
  });

  it("is where the environment says, and a missing one is refused and never created", async () => {
    const rootOf = (place: Partial<typeof HOME>): string =>
      openOpenCodeReader({ ...HOME, ...place }, openTables).defaultRoot;
    expect(rootOf({})).toBe("/home/someone/.local/share/opencode");
    expect(rootOf({ xdgDataHome: "/data" })).toBe("/data/opencode");
    expect(rootOf({ xdgDataHome: "/data", opencodeDb: "other.db" })).toBe(
      "/data/opencode/other.db",
    );
    expect(rootOf({ opencodeDb: "/elsewhere/o.db" })).toBe("/elsewhere/o.db");
    const missing = join(aTree(), "opencode");
    await expect(reader.list(missing)).rejects.toMatchObject({ code: "source_unavailable" });
    await expect(
      readRecords(reader, join(aTree({ x: "" }), "x")).then(() => "read"),
    ).rejects.toMatchObject({ code: "source_unavailable" });
    expect(existsSync(missing)).toBe(false);
  });
});

describe("a session of the old tree", () => {
  const SESSION = { id: "ses_1", directory: CWD, title: "Old beds" };
  const files = {
    "storage/session/p1/ses_1.json": JSON.stringify(SESSION),
    "storage/message/ses_1/msg_2.json": JSON.stringify(assistant),
    "storage/message/ses_1/msg_1.json": JSON.stringify(user),
    "storage/part/msg_1/prt_1.json": JSON.stringify(say("first")),
    "storage/part/msg_2/prt_2.json": JSON.stringify(say("second")),
    "storage/part/msg_2/prt_3.json": "{torn",
  };

  it("gives the same events as the database it was moved to", async () => {
    const root = aTree(files);
    const tree = await readRecords(reader, join(root, "storage/session/p1/ses_1.json"));
    expect(tree.records.map(listed)).toEqual([
      "title: Old beds",
      `ses_1 observed ${at(0)} user message: first`,
      `ses_1 observed ${at(1000)} assistant message: second`,
      "broken: it is no JSON object",
    ]);
    const parts = [part("prt_1", "msg_1", say("first")), part("prt_2", "msg_2", say("second"))];
    const moved = await read({ sessions: [{ ...SESSION }], messages: MESSAGES, parts });
    expect(moved.records).toEqual(tree.records.slice(0, 3));
  });

  it("shows that it changed when one of its parts did", async () => {
    const root = aTree(files);
    const [before] = await reader.list(root);
    expect(await reader.list(root)).toEqual([before]);
    const path = join(root, "storage/part/msg_2/prt_3.json");
    writeFileSync(path, "{later");
    utimesSync(path, 4_000_000_000, 4_000_000_000);
    const [after] = await reader.list(root);
    expect(after?.mtimeNs).not.toBe(before?.mtimeNs);
    rmSync(path);
    expect((await reader.list(root))[0]?.size).toBeLessThan(before?.size ?? 0);
    expect(readdirSync(join(root, "storage/part/msg_2"))).toEqual(["prt_2.json"]);
  });
});
