import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCodexReader } from "../../../../src/sources/sessions/codex/codex-reader.ts";
import {
  jsonLines,
  type RolloutLine,
  rolloutLine,
  spoken,
  uuidV7,
} from "../../../builders/a-rollout.ts";
import { aTree } from "../../../builders/a-tree.ts";
import { listed, readRecords, readWhileGrowing } from "../../../builders/read-records.ts";

const reader = openCodexReader({ home: "/home/someone", codexHome: "" });
const CWD = "/home/someone/garden";
const PARENT = uuidV7("2026-03-01T10:00:00Z", 1);
const FORK = uuidV7("2026-03-02T08:00:00Z", 2);
const NESTED = uuidV7("2026-03-03T08:00:00Z", 3);

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;
const turn = (time: string, began: string): RolloutLine =>
  rolloutLine(time, "turn_context", { turn_id: uuidV7(began, 9), cwd: CWD, model: "m-1" });
const call = (time: string, id: string, cmd: string): RolloutLine =>
  rolloutLine(time, "response_item", {
    ...{ type: "function_call", name: "exec_command", call_id: id },
    arguments: JSON.stringify({ cmd }),
  });
const output = (time: string, id: string, text: unknown): RolloutLine =>
  rolloutLine(time, "response_item", { type: "function_call_output", call_id: id, output: text });
const ended = (time: string, id: string, code: number): RolloutLine =>
  rolloutLine(time, "event_msg", { type: "exec_command_end", call_id: id, exit_code: code });

const META = { cwd: CWD, cli_version: "0.149.0", git: { branch: "main" } };
const PARENT_LINES = [
  rolloutLine(at(0), "session_meta", { id: PARENT, timestamp: at(0), ...META }),
  rolloutLine(at(1), "event_msg", { type: "task_started", turn_id: uuidV7(at(1), 9) }),
  spoken(at(1), "developer", "<permissions instructions>ask first</permissions instructions>"),
  spoken(at(1), "user", "<environment_context>a shell</environment_context>"),
  turn(at(1), at(1)),
  spoken(at(2), "user", "Why do the seeds not sprout? 🌱"),
  rolloutLine(at(2), "event_msg", {
    type: "user_message",
    message: "Why do the seeds not sprout? 🌱",
  }),
  rolloutLine(at(3), "response_item", { type: "reasoning", summary: [] }),
  call(at(4), "call_a", "npm test"),
  ended(at(5), "call_a", 1),
  output(at(6), "call_a", "2 failing"),
  spoken(at(7), "assistant", "The soil is too cold."),
];

function restamped(lines: readonly RolloutLine[], time: string): readonly RolloutLine[] {
  return lines.map((line) => ({ ...line, timestamp: time }));
}

async function read(
  lines: readonly object[],
  id = PARENT,
): Promise<Awaited<ReturnType<typeof readRecords>>> {
  const name = `rollout-2026-03-01T12-00-00-${id}.jsonl`;
  return readRecords(reader, join(aTree({ [name]: jsonLines(lines) }), name));
}

describe("a rollout of 0.149", () => {
  it("lists what the model's log says and skips the screen's copies", async () => {
    const { records, tornBytes } = await read(PARENT_LINES);
    expect(tornBytes).toBe(0);
    expect(records.map(listed)).toEqual([
      "skipped meta",
      "skipped state",
      "skipped scaffold",
      "skipped scaffold",
      "skipped meta",
      `${PARENT} observed ${at(2)} user message: Why do the seeds not sprout? 🌱`,
      "skipped mirror",
      "skipped thinking",
      `${PARENT} observed ${at(4)} assistant tool_call: cmd: npm test`,
      "skipped mirror",
      `${PARENT} observed ${at(6)} tool tool_result [failed]: 2 failing`,
      `${PARENT} observed ${at(7)} assistant message: The soil is too cold.`,
    ]);
  });

  it("gives a result the tool and exit code that other records tell", async () => {
    const { records } = await read(PARENT_LINES);
    const result = records.find(
      (record) => record.type === "event" && record.kind === "tool_result",
    );
    expect(result).toMatchObject({
      toolUseId: "call_a",
      toolName: "exec_command",
      cwd: CWD,
      facts: { exitCode: "1" },
    });
  });

  it("marks a result as failed when its end is told after it", async () => {
    const lines = [
      ...PARENT_LINES.slice(0, 9),
      output(at(5), "call_a", "gone"),
      ended(at(6), "call_a", 2),
    ];
    const { records } = await read(lines);
    const result = records.find(
      (record) => record.type === "event" && record.kind === "tool_result",
    );
    const mark = records.find((record) => record.type === "marked");
    expect(mark).toMatchObject({
      add: ["failed"],
      nativeId: result?.type === "event" && result.nativeId,
    });
  });

  it.each([
    ["a header", "Exit code: 3\nWall time: 1 seconds\nOutput:\nfull\n", "3"],
    ["JSON", JSON.stringify({ output: "full", metadata: { exit_code: 3 } }), "3"],
    ["a success", "Exit code: 0\nOutput:\nProcess exited with code 3\n", "0"],
  ])("reads the exit code out of %s", async (_, text, code) => {
    const { records } = await read([...PARENT_LINES.slice(0, 9), output(at(5), "call_a", text)]);
    const result = records.at(-1);
    expect(result).toMatchObject({
      facts: { exitCode: code },
      marks: code === "0" ? [] : ["failed"],
    });
  });

  it("takes no exit code from what a command printed", async () => {
    const text = "Wall time: 1 seconds\nOutput:\nProcess exited with code 3\n";
    const { records } = await read([...PARENT_LINES.slice(0, 9), output(at(5), "call_a", text)]);
    expect(records.at(-1)).toMatchObject({ marks: [], facts: { branch: "main" } });
    expect(records.at(-1)).not.toHaveProperty("facts.exitCode");
  });

  it("keeps the words of a person who wrote beside what Codex put into their message", async () => {
    const { records } = await read([
      ...PARENT_LINES.slice(0, 1),
      spoken(
        at(2),
        "user",
        "# AGENTS.md instructions for /x\n<INSTRUCTIONS>be kind</INSTRUCTIONS>",
        "Water them",
      ),
      spoken(at(3), "user", "What is <environment_context> for?"),
    ]);
    expect(records.slice(1).map((record) => record.type === "event" && record.text)).toEqual([
      "Water them",
      "What is <environment_context> for?",
    ]);
  });

  it("counts what it does not know by type, and goes on behind lines it cannot read", async () => {
    const name = `rollout-x-${PARENT}.jsonl`;
    const odd = rolloutLine(at(1), "response_item", { type: "hologram" });
    const content = `${jsonLines([PARENT_LINES[0] ?? {}])}{oops\n${jsonLines([odd, rolloutLine(at(1), "aura", {}), spoken("yesterday", "user", "half \ud83d")])}{"torn`;
    const { records, tornBytes } = await readRecords(
      reader,
      join(aTree({ [name]: content }), name),
    );
    expect(records.map(listed)).toEqual([
      "skipped meta",
      "broken: it is no JSON object",
      "unknown response_item/hologram",
      "unknown aura",
      `${PARENT} unknown unknown user message: half \ufffd`,
    ]);
    expect(tornBytes).toBe(6);
  });

  it("keeps a compaction as derived and never as anybody's words", async () => {
    const { records } = await read([
      ...PARENT_LINES,
      rolloutLine(at(9), "compacted", { message: "So far: cold soil" }),
    ]);
    expect(records.at(-1)).toMatchObject({ kind: "summary", marks: ["derived"] });
  });
});

it("reads payloads without an envelope, as the first versions wrote them, without any time (TIM-09)", async () => {
  const { records } = await read([
    { id: PARENT, timestamp: at(0), instructions: "none" },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "hello" }] },
  ]);
  expect(records.map(listed)).toEqual([
    "skipped meta",
    "skipped state",
    `${PARENT} unknown unknown user message: hello`,
  ]);
});

describe("a fork that replays its parent with new times", () => {
  const copied = "2026-03-02T08:00:00.050Z";
  const forkMeta = rolloutLine(copied, "session_meta", {
    id: FORK,
    forked_from_id: PARENT,
    ...META,
  });
  const own = [
    turn("2026-03-02T08:01:00.000Z", "2026-03-02T08:01:00Z"),
    spoken("2026-03-02T08:01:01.000Z", "user", "Try another soil"),
  ];
  const forkLines = [forkMeta, ...restamped(PARENT_LINES, copied), ...own];

  it("gives the parent its lines back, undated, and keeps the fork's own", async () => {
    const events = (await read(forkLines, FORK)).records.filter(
      (record) => record.type === "event",
    );
    expect(
      events.map(({ occursIn, session, time }) => [
        occursIn,
        session.id,
        session.parentId,
        time.basis,
      ]),
    ).toEqual([
      ...Array.from({ length: 4 }, () => [PARENT, PARENT, "none", "observed_restamped"]),
      [FORK, FORK, PARENT, "observed"],
    ]);
    const parent = (await read(PARENT_LINES)).records.filter((record) => record.type === "event");
    const told = (list: typeof events): unknown =>
      list.map(({ cwd, facts, kind, marks, session, text, toolUseId }) => ({
        cwd,
        facts,
        kind,
        marks,
        session,
        text,
        toolUseId,
      }));
    expect(told(events.slice(0, 4))).toEqual(told(parent));
  });

  it("tells three generations apart", async () => {
    const later = "2026-03-03T08:00:00.050Z";
    const nested = [
      rolloutLine(later, "session_meta", { id: NESTED, forked_from_id: FORK, ...META }),
      ...restamped(forkLines, later),
      turn("2026-03-03T08:01:00.000Z", "2026-03-03T08:01:00Z"),
      spoken("2026-03-03T08:01:01.000Z", "user", "Try sand"),
    ];
    const events = (await read(nested, NESTED)).records.filter((record) => record.type === "event");
    expect(events.map(({ session }) => session.id)).toEqual([
      PARENT,
      PARENT,
      PARENT,
      PARENT,
      FORK,
      NESTED,
    ]);
    expect(events.map(({ time }) => time.basis).slice(-2)).toEqual([
      "observed_restamped",
      "observed",
    ]);
  });

  it("needs no copied session_meta to know whose the lines are", async () => {
    const { records } = await read(
      [forkMeta, ...restamped(PARENT_LINES.slice(1), copied), ...own],
      FORK,
    );
    const events = records.filter((record) => record.type === "event");
    expect(events.map(({ session }) => session.id)).toEqual([PARENT, PARENT, PARENT, PARENT, FORK]);
  });
});

it("names the parent of a sub-agent's thread, whose words are its own", async () => {
  const spawn = { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } };
  const { records } = await read([
    rolloutLine(at(0), "session_meta", {
      id: FORK,
      source: spawn,
      thread_source: "subagent",
      ...META,
    }),
    spoken(at(1), "assistant", "I looked at the soil"),
  ]);
  expect(records.at(-1)).toMatchObject({
    ...{
      session: { id: FORK, parentId: PARENT },
      marks: ["sidechain"],
      time: { basis: "observed" },
    },
  });
});

it("gives the same records in whichever pieces a growing rollout is read", async () => {
  const copied = "2026-03-02T08:00:00.050Z";
  const lines = [
    rolloutLine(copied, "session_meta", { id: FORK, forked_from_id: PARENT, ...META }),
    ...restamped(PARENT_LINES, copied),
    turn("2026-03-02T08:01:00.000Z", "2026-03-02T08:01:00Z"),
    spoken("2026-03-02T08:01:01.000Z", "user", "Try another soil"),
  ];
  const content = Buffer.from(jsonLines(lines).replaceAll("\n", "\r\n"));
  const path = join(aTree(), `rollout-x-${FORK}.jsonl`);
  writeFileSync(path, content);
  const whole = (await readRecords(reader, path)).records;
  const cut = fc
    .array(fc.nat(content.length), { maxLength: 6 })
    .map((cuts) => cuts.sort((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(cut, async (cuts) => {
      expect(await readWhileGrowing(reader, path, { content, cuts })).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

describe("a Codex folder", () => {
  it("lists rollouts of both folders by path, and names threads that only the history knows", async () => {
    const root = aTree({
      [`sessions/2026/03/01/rollout-2026-03-01T12-00-00-${PARENT}.jsonl`]: jsonLines(PARENT_LINES),
      [`archived_sessions/rollout-2026-03-02T12-00-00-${FORK}.jsonl.zst`]: "(zstd)",
      "log/rollout-no.jsonl": "",
      "history.jsonl": jsonLines([
        { session_id: PARENT, ts: 1772359200, text: "kept" },
        { session_id: NESTED, ts: 1772532000, text: "one" },
        { session_id: NESTED, ts: 1772532060, text: "two" },
      ]),
    });
    const files = await reader.list(root);
    expect(files.map(({ path }) => path.slice(root.length + 1).split("/")[0])).toEqual([
      "archived_sessions",
      "sessions",
    ]);
    await expect(readRecords(reader, files[0]?.path ?? "")).rejects.toMatchObject({
      ...{ code: "source_unavailable", details: { problem: expect.stringContaining("zstd") } },
    });
    const time = {
      at: "2026-03-03T10:01:00Z",
      basis: "observed",
      precision: "second",
      offset: "Z",
    };
    expect(await reader.listMissing(root)).toEqual([
      { agent: "codex", id: NESTED, cwd: "none", prompts: 2, time },
    ]);
  });

  it("refuses a root that cannot be listed", async () => {
    await expect(reader.list(join(aTree(), "none"))).rejects.toMatchObject({
      code: "source_unavailable",
    });
  });
});
