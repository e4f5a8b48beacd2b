import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openPlainReader } from "../../../../src/sources/sessions/jsonl/plain-reader.ts";
import { jsonLines } from "../../../builders/a-rollout.ts";
import { aTree } from "../../../builders/a-tree.ts";
import { PROJECT_ROOT } from "../../../builders/project-pages.ts";
import { listed, readRecords, readWhileGrowing } from "../../../builders/read-records.ts";

const reader = openPlainReader({ spool: "/home/someone/garden/.exhibit/spool" });
const LINE = { session: "s1", text: "Water the seeds", time: "2026-03-01T12:00:00+02:00" };

async function read(content: string): ReturnType<typeof readRecords> {
  return readRecords(reader, join(aTree({ "a.jsonl": content }), "a.jsonl"));
}

describe("the plain form", () => {
  it("takes every field it has", async () => {
    const { records } = await read(
      jsonLines([
        {
          ...{ ...LINE, id: "e1", agent: "my-agent", parent: "s0", subagent: "helper", cwd: "/x" },
          ...{ kind: "tool_result", toolUseId: "t1", toolName: "Bash", error: true, role: "tool" },
          ...{ format: "markdown", title: "Watering", facts: { exitCode: "1" } },
        },
      ]),
    );
    expect(records).toMatchObject([
      {
        session: { agent: "my-agent", id: "s1", parentId: "s0", agentId: "helper" },
        ...{ nativeId: "e1", kind: "tool_result", role: "tool", marks: ["failed", "sidechain"] },
        ...{ text: LINE.text, textKind: "markdown", title: "Watering", cwd: "/x", rank: 2 },
        ...{ toolUseId: "t1", toolName: "Bash", facts: { exitCode: "1" } },
        time: {
          at: "2026-03-01T10:00:00Z",
          basis: "observed",
          offset: "+02:00",
          precision: "second",
        },
      },
    ]);
  });

  it("takes when a hook received something as the time of nothing (TIM-09)", async () => {
    const { time: _, ...received } = { ...LINE, receivedAt: "2026-03-01T10:00:00.120Z" };
    const { records } = await read(jsonLines([received]));
    expect(records).toMatchObject([{ rank: 1, time: { basis: "indexed" } }]);
  });

  it("asks for a session and a text, and nothing else", async () => {
    const { records } = await read(jsonLines([{ session: "s1", text: "hello" }]));
    expect(records).toMatchObject([
      {
        session: { agent: "jsonl", id: "s1" },
        nativeId: "none",
        role: "unknown",
        cwd: "none",
        time: { at: "unknown" },
      },
    ]);
  });

  it.each([
    [{ text: "x" }, '"session" is missing'],
    [{ ...LINE, text: " " }, '"text" must be text that is not empty'],
    [{ ...LINE, time: "soon" }, '"time" is no ISO 8601 time'],
    [
      { ...LINE, time: "2026-03-01T12:00:00" },
      '"time" has no offset: write one, such as Z or +02:00',
    ],
    [
      { ...LINE, kind: "note" },
      '"kind" must be one of message, tool_call, tool_result, summary, system',
    ],
    [{ ...LINE, agent: "../x" }, '"agent" must be a lowercase name such as "my-agent"'],
    [{ ...LINE, error: "yes" }, '"error" must be true or false'],
    [{ ...LINE, facts: { n: 1 } }, 'each of "facts" must be text'],
  ])("says what is wrong with %j and goes on", async (line, problem) => {
    const { records } = await read(jsonLines([line, LINE]));
    expect(records.map(listed)).toEqual([
      `broken: ${problem}`,
      "s1 observed 2026-03-01T10:00:00Z unknown message: Water the seeds",
    ]);
  });

  it("keeps a line with a field it does not know, and counts the field by name", async () => {
    const { records } = await read(jsonLines([{ ...LINE, sesion: "s2" }]));
    expect(records.map(({ type }) => type)).toEqual(["event", "unknown"]);
    expect(records[1]).toMatchObject({ recordType: "field sesion" });
  });

  it("takes a whole last line that nobody ended, and waits for one that is torn", async () => {
    const whole = JSON.stringify(LINE);
    expect(await read(`\uFEFF${whole}`)).toMatchObject({
      tornBytes: 0,
      records: [{ startByte: 3, line: 1 }],
    });
    expect(await read(whole.slice(0, -1))).toMatchObject({
      tornBytes: whole.length - 1,
      records: [],
    });
  });
});

it("gives the same records and lines in whichever pieces a file is read", async () => {
  const path = join(aTree({ "a.jsonl": "" }), "a.jsonl");
  const content = Buffer.from(
    `${JSON.stringify(LINE)}  \r\n\n${jsonLines([{ ...LINE, text: "Grüße 🌱" }, { no: 1 }])}nope\n${JSON.stringify(LINE)}`,
  );
  const whole = await readWhileGrowing(reader, path, { content, cuts: [] });
  expect(whole.map((record) => "line" in record && record.line)).toEqual([1, 3, 4, 5, 6]);
  const cut = fc
    .array(fc.nat(content.length), { maxLength: 8 })
    .map((cuts) => cuts.sort((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(cut, async (cuts) => {
      expect(await readWhileGrowing(reader, path, { content, cuts })).toEqual(whole);
    }),
    { numRuns: 100 },
  );
});

it("reads every example line of its documentation", async () => {
  const page = readFileSync(join(PROJECT_ROOT, "docs", "session-formats.md"), "utf8");
  const examples = [...page.matchAll(/^`(\{.*\})`$/gm)].map(([, line = ""]) => line);
  expect(examples).toHaveLength(2);
  const { records } = await read(`${examples.join("\n")}\n`);
  expect(records.map(({ type }) => type)).toEqual(["event", "event"]);
});
