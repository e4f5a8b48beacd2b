import { appendFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TranscriptRecord } from "../../../../src/ports/transcript-reader.ts";
import { openClaudeCodeReader } from "../../../../src/sources/sessions/claude-code/claude-code-reader.ts";
import { openLocatorReader } from "../../../../src/sources/sessions/judge-locator.ts";
import {
  claudeFolder,
  claudeLine,
  readChunks,
  readRoot,
} from "../../../builders/claude-transcript.ts";

const reader = openClaudeCodeReader({ home: "/home/lee" });
const MAIN = "projects/-any/s1.jsonl";

function eventsOf(records: readonly TranscriptRecord[]) {
  return records.filter((record) => record.type === "event");
}

async function eventsOfLines(...lines: readonly string[]) {
  return eventsOf(await readRoot(reader, claudeFolder({ [MAIN]: `${lines.join("\n")}\n` })));
}

function user(content: unknown, fields: Readonly<Record<string, unknown>> = {}): string {
  return claudeLine({ type: "user", message: { role: "user", content }, ...fields });
}

const CALL = claudeLine({
  type: "assistant",
  message: {
    role: "assistant",
    model: "m",
    content: [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "Looking" },
      { type: "tool_use", id: "toolu_1", name: "mcp__exhibit__search", input: { query: "a\nb" } },
    ],
  },
});

describe("Claude Code's transcripts", () => {
  it("lists sessions, sub-agents and spilled outputs, and follows no link", async () => {
    const root = claudeFolder({
      [MAIN]: "",
      "projects/-any/agent-old.jsonl": "",
      "projects/-any/s1/subagents/agent-a.jsonl": "",
      "projects/-any/s1/subagents/workflows/r/agent-b.jsonl": "",
      "projects/-any/s1/tool-results/toolu_1.txt": "",
      "projects/-any/memory/MEMORY.md": "",
      "history.jsonl": "",
    });
    const outside = claudeFolder({ "secret.jsonl": "" });
    symlinkSync(outside, join(root, "projects/linked"));
    symlinkSync(join(outside, "secret.jsonl"), join(root, "projects/-any/linked.jsonl"));
    const paths = (await reader.list(root)).map((file) => file.path.slice(root.length + 1));
    expect(paths).toEqual([
      "projects/-any/agent-old.jsonl",
      MAIN,
      "projects/-any/s1/subagents/agent-a.jsonl",
      "projects/-any/s1/subagents/workflows/r/agent-b.jsonl",
      "projects/-any/s1/tool-results/toolu_1.txt",
    ]);
  });

  it("reads text, a call and its result with the tool's exact name, and skips thinking", async () => {
    const result = [{ type: "tool_result", tool_use_id: "toolu_1", content: "no", is_error: true }];
    const events = await eventsOfLines(CALL, user(result, { toolUseResult: { stdout: "no" } }));
    expect(
      events.map(({ kind, role, text, toolName, marks }) => [kind, role, text, toolName, marks]),
    ).toEqual([
      ["message", "assistant", "Looking", "none", []],
      ["tool_call", "assistant", "mcp__exhibit__search\nquery: a\nb", "mcp__exhibit__search", []],
      ["tool_result", "tool", "no", "mcp__exhibit__search", ["failed"]],
    ]);
  });

  it("takes a compaction's summary for derived, and never for a user's statement", async () => {
    const [boundary, bare, summary] = await eventsOfLines(
      claudeLine({ type: "system", subtype: "compact_boundary", content: "Compacted here" }),
      claudeLine({ type: "compact_boundary" }),
      user("What was said", { isCompactSummary: true }),
    );
    expect([boundary?.kind, bare?.kind]).toEqual(["system", "system"]);
    expect(summary).toMatchObject({ kind: "summary", role: "system", marks: ["derived"] });
  });

  it("marks command markup that fills the body, and not a user who quotes it", async () => {
    const [filled, quoted] = await eventsOfLines(
      user("<command-name>/x</command-name>\n<command-args>y</command-args>"),
      user("<command-name>/x</command-name> why?"),
    );
    expect([filled?.marks, quoted?.marks]).toEqual([["synthetic"], []]);
  });

  it("leaves a missing or unreadable time unknown and keeps a written offset", async () => {
    const [missing, wrong, offset, twice] = await eventsOfLines(
      user("a", { timestamp: undefined }),
      user("b", { timestamp: "not-a-date" }),
      user("c", { timestamp: "2026-08-11T09:00:00.000+02:00" }),
      user("d").replace('"timestamp"', '"timestamp":"2020-01-01T00:00:00Z","timestamp"'),
    );
    expect([missing?.time.at, wrong?.time.at]).toEqual(["unknown", "unknown"]);
    expect(offset?.time).toMatchObject({ at: "2026-08-11T07:00:00.000Z", offset: "+02:00" });
    expect(twice?.time.at).toBe("2026-08-10T12:00:00.000Z");
  });

  it("lets no lone surrogate out, and keeps NUL and emoji", async () => {
    const [event] = await eventsOfLines(user("x\ud83d y\u0000 \u{1F680}"));
    expect(event?.text).toBe("x\uFFFD y\u0000 \u{1F680}");
    expect(event?.title).toBe("x\uFFFD y\u0000 \u{1F680}");
  });

  it("keys a sub-agent by its parent's session and its own id, and keeps a Windows folder as written", async () => {
    const line = user("go", { isSidechain: true, cwd: "C:\\Users\\lee\\My Repo" });
    const root = claudeFolder({ "projects/C--x/s1/subagents/agent-a7.jsonl": `${line}\n` });
    const [event] = eventsOf(await readRoot(reader, root));
    expect(event?.session).toMatchObject({ id: "s1", agentId: "a7" });
    expect(event).toMatchObject({ cwd: "C:\\Users\\lee\\My Repo", marks: ["agent", "sidechain"] });
  });

  it("gives a spilled result its file's text by name only, once", async () => {
    const spilled = (path: string): string =>
      user([
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: `<persisted-output>\nOutput too large (9KB). Full output saved to: ${path}\n\nPreview\n</persisted-output>`,
        },
      ]);
    const root = claudeFolder({
      [MAIN]: `${spilled("C:\\gone\\toolu_1.txt")}\n${spilled("/etc/../toolu_2.txt")}\n`,
      "projects/-any/s1/tool-results/toolu_1.txt": "all of it",
      "toolu_2.txt": "outside",
    });
    const records = await readRoot(reader, root);
    expect(eventsOf(records).map(({ text }) => text.split("\n")[0])).toEqual([
      "all of it",
      "<persisted-output>",
    ]);
    expect(records.at(-1)).toMatchObject({ type: "skipped", reason: "spilled" });
  });

  it("counts what it does not know and reads on behind broken lines", async () => {
    const root = claudeFolder({
      [MAIN]: [
        "{no",
        '{"type":"later"}',
        '{"type":"mode"}',
        '{"type":"ai-title","aiTitle":"T"}',
        user("on"),
        "",
      ].join("\r\n"),
    });
    const records = await readRoot(reader, root);
    expect(records.map((record) => record.type)).toEqual([
      "broken",
      "unknown",
      "skipped",
      "title",
      "event",
    ]);
  });

  it("leaves a torn last line for the next read", async () => {
    const torn = user("second");
    const root = claudeFolder({ [MAIN]: `${user("first")}\n${torn.slice(0, 30)}` });
    const [file] = await reader.list(root);
    if (file === undefined) throw new Error("nothing listed");
    const [first] = await readChunks(reader, file);
    expect(first).toMatchObject({ tornBytes: 30, readBytes: user("first").length + 1 });
    appendFileSync(file.path, `${torn.slice(30)}\n`);
    const from = { byte: first?.readBytes ?? 0, state: first?.state ?? "" };
    const [next] = await readChunks(reader, file, from);
    expect(next?.records).toMatchObject([{ text: "second", line: 2 }]);
  });

  it("gives the same records in one reading and in any split at line borders", async () => {
    const bare = JSON.stringify({ type: "user", message: { content: "no folder" } });
    const result = user([{ type: "tool_result", tool_use_id: "toolu_1", content: "r" }]);
    const kinds = fc.constantFrom(user("é\u{1F680}"), CALL, result, bare, "{broken", "");
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { minLength: 1 }), fc.nat(), async (lines, at) => {
        const cut = at % lines.length;
        const head = lines
          .slice(0, cut)
          .map((line) => `${line}\n`)
          .join("");
        const tail = lines
          .slice(cut)
          .map((line) => `${line}\n`)
          .join("");
        const whole = await readRoot(reader, claudeFolder({ [MAIN]: head + tail }));
        const root = claudeFolder({ [MAIN]: head });
        const [file] = await reader.list(root);
        if (file === undefined) throw new Error("nothing listed");
        const [first] = await readChunks(reader, file);
        appendFileSync(file.path, tail);
        const from = { byte: first?.readBytes ?? 0, state: first?.state ?? "" };
        const [second] = await readChunks(reader, file, from);
        expect([...(first?.records ?? []), ...(second?.records ?? [])]).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it("names sessions of the prompt history whose transcript is gone", async () => {
    const prompt = (sessionId: string, timestamp: number): string =>
      JSON.stringify({ display: "p", timestamp, project: "/home/lee/shop", sessionId });
    const history = [prompt("s1", 1), prompt("gone", 1_780_000_000_000), prompt("gone", 5)];
    const root = claudeFolder({ [MAIN]: "", "history.jsonl": `${history.join("\n")}\n` });
    expect(await reader.listMissing(root)).toMatchObject([
      { id: "gone", prompts: 2, cwd: "/home/lee/shop", time: { at: "2026-05-28T20:26:40.000Z" } },
    ]);
  });

  it("judges a record's place by its bytes", async () => {
    const root = claudeFolder({ [MAIN]: `${user("é")}\r\n` });
    const [event] = eventsOf(await readRoot(reader, root));
    if (event === undefined) throw new Error("nothing read");
    const { startByte, endByte, line, sha256 } = event;
    const locator = { path: join(root, MAIN), startByte, endByte, line, sha256, present: true };
    const { judge } = openLocatorReader();
    expect(await judge(locator)).toBe("current");
    expect(await judge({ ...locator, startByte: 1 })).toBe("changed");
    expect(await judge({ ...locator, path: join(root, "none") })).toBe("gone");
    expect(await judge({ ...locator, startByte: 0, endByte: 0 })).toBe("unchecked");
  });
});
