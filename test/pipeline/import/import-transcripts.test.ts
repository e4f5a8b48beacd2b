import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { storeBusy } from "../../../src/errors.ts";
import type { ImportProgress } from "../../../src/model/import-response.ts";
import { createStoreKeeper } from "../../../src/pipeline/import/keep-entries.ts";
import { aHistory, imported } from "../../builders/a-history.ts";
import {
  aTranscriptReader,
  type PlainLine,
  plainLines,
} from "../../builders/a-transcript-reader.ts";
import { writeTree } from "../../builders/a-tree.ts";
import { anImport, contentOf } from "../../builders/an-import.ts";
import { MemoryEntryStore } from "../../builders/memory-entry-store.ts";

const reader = aTranscriptReader();

const MORNING = "2026-08-10T09:00:00Z";

describe("a file that was read before", () => {
  const first: PlainLine[] = [
    { text: "one", nativeId: "u1", at: MORNING },
    { text: "two", nativeId: "u2", at: MORNING },
  ];
  const third: PlainLine = { text: "three", nativeId: "u3", at: MORNING };

  it("is read on from where it ended", async () => {
    const root = aHistory({ "a.jsonl": first });
    const { store } = await imported(root);
    appendFileSync(join(root, "a.jsonl"), plainLines([third]));
    const { events, bytesRead } = await anImport(store, { reader, root });
    expect(events).toMatchObject({ new: 1, seen: 0 });
    expect(bytesRead).toBe(plainLines([third]).length);
  });

  it("gives the same answer when it was only touched", async () => {
    const root = aHistory({ "a.jsonl": first });
    const { store, content } = await imported(root);
    utimesSync(join(root, "a.jsonl"), new Date(0), new Date());
    const report = await anImport(store, { reader, root });
    expect(report.files).toMatchObject({ read: 0, unchanged: 1 });
    expect(contentOf(store)).toEqual(content);
  });

  it("is read from its start when it was cut, replaced, or changed before the place reading got to", async () => {
    for (const lines of [
      [first[1] ?? third],
      [third, ...first, third],
      [...first.slice(0, 1), { ...first[1], text: "TWO" }, third],
    ]) {
      const root = aHistory({ "a.jsonl": first });
      const { store } = await imported(root);
      writeTree(root, { "a.jsonl": plainLines(lines) });
      const { bytesRead } = await anImport(store, { reader, root });
      expect(bytesRead).toBe(plainLines(lines).length);
    }
  });

  it("leaves an unfinished last line for the next import, and counts it until then", async () => {
    const root = aHistory({ "a.jsonl": first });
    const torn = plainLines([third]);
    appendFileSync(join(root, "a.jsonl"), torn.slice(0, 20));
    const { store, report } = await imported(root);
    expect(report).toMatchObject({ torn: { files: 1, bytes: 20 }, events: { new: 2 } });
    expect((await anImport(store, { reader, root })).torn).toEqual({ files: 1, bytes: 20 });
    appendFileSync(join(root, "a.jsonl"), torn.slice(20));
    const last = await anImport(store, { reader, root });
    expect(last).toMatchObject({ torn: { files: 0, bytes: 0 }, events: { new: 1 } });
  });

  it("is known to be gone when its agent deleted it, and what was kept of it stays", async () => {
    const root = aHistory({ "a.jsonl": first, "b.jsonl": [third] });
    const { store, content } = await imported(root);
    rmSync(join(root, "a.jsonl"));
    expect((await anImport(store, { reader, root })).files).toMatchObject({
      gone: 1,
      unchanged: 1,
    });
    expect((await anImport(store, { reader, root })).files.gone).toBe(1);
    expect(contentOf(store)).toEqual(content);
    expect((await store.files()).map(({ present }) => present)).toEqual([false, true]);
    // It came back, as from a copy.
    writeTree(root, { "a.jsonl": plainLines(first) });
    await anImport(store, { reader, root });
    expect((await store.files()).map(({ present }) => present)).toEqual([true, true]);
  });

  it("is not taken for gone when its whole folder is out of reach, or another root is read", async () => {
    const root = aHistory({ "a.jsonl": first });
    const { store } = await imported(root);
    const elsewhere = aHistory({ "b.jsonl": [third] });
    await anImport(store, { reader, root: elsewhere });
    renameSync(root, `${root}-away`);
    const report = await anImport(store, { reader, root });
    renameSync(`${root}-away`, root);
    expect(report).toMatchObject({ status: "missing", files: { gone: 0 } });
    expect((await store.files()).every(({ present }) => present)).toBe(true);
  });

  it("is read again when its agent only reads whole files and it changed", async () => {
    const whole = aTranscriptReader({ growth: "whole" });
    const root = aHistory({ "a.jsonl": first });
    const { store } = await imported(root, { reader: whole });
    expect((await anImport(store, { reader: whole, root })).files.unchanged).toBe(1);
    writeTree(root, { "a.jsonl": plainLines([...first, third]) });
    expect((await anImport(store, { reader: whole, root })).events).toMatchObject({
      new: 1,
      seen: 2,
    });
  });
});

describe("whose records are kept", () => {
  const lines: PlainLine[] = [
    { text: "here", nativeId: "u1" },
    { text: "below", nativeId: "u2", cwd: "/home/dev/app/src" },
    { text: "secret of a sibling", nativeId: "u3", cwd: "/home/dev/app-other" },
    { text: "secret of another", nativeId: "u4", cwd: "/srv/else" },
    { text: "nobody knows", nativeId: "u5", cwd: "none" },
  ];

  it("is this project's; others are counted, and neither kept nor named (SCO-01)", async () => {
    const { report, content, store } = await imported(aHistory({ "a.jsonl": lines }));
    expect(report.outside).toEqual({ events: 2, folders: 2 });
    expect(report.events.new).toBe(3);
    const written = JSON.stringify([report, content, [...store.read.values()].map((f) => f.state)]);
    expect(written).not.toMatch(/secret|app-other|srv/);
  });

  it("is unknown of a record without a folder: kept in quarantine (SCO-07)", async () => {
    const { report, store } = await imported(aHistory({ "a.jsonl": lines }));
    expect(report.quarantined).toBe(1);
    const refs = [...store.kept.keys()];
    const shown = await store.entries(refs, { quarantined: "hidden" });
    expect(shown.map(({ title }) => title).sort()).toEqual(["below", "here"]);
    const [hidden] = await store.entries(refs, { quarantined: "only" });
    expect(hidden).toMatchObject({
      title: "nobody knows",
      attribution: "unknown",
      recordedIn: "unknown",
    });
  });

  it("can be told by a map later: files that held others' records are read again", async () => {
    const root = aHistory({ "a.jsonl": lines });
    const { store } = await imported(root);
    const maps = [{ from: "/srv/else", to: "/home/dev/app" }];
    const bounds = { roots: ["/home/dev/app"], maps };
    const report = await anImport(store, { reader, root, parts: { bounds } });
    expect(report.events).toMatchObject({ new: 1, seen: 3 });
    expect(contentOf(store)).toEqual((await imported(root, { parts: { bounds } })).content);
    const mapped = [...store.kept.values()].find(({ entry }) => entry.attribution === "map");
    expect(mapped?.entry).toMatchObject({ title: "secret of another", recordedIn: "/srv/else" });
  });

  it("keeps two projects apart whose files have the same names (SCO-01)", async () => {
    const root = aHistory({
      "a.jsonl": lines,
      "other/a.jsonl": lines.map((line) => ({ ...line, cwd: "/srv/else", text: "of the other" })),
    });
    const one = await imported(root);
    const other = await imported(root, { parts: { bounds: { roots: ["/srv/else"], maps: [] } } });
    const refs = new Set(one.store.kept.keys());
    const visible = [...other.store.kept.values()].filter(
      ({ entry }) => entry.attribution !== "unknown",
    );
    expect(visible.length).toBeGreaterThan(0);
    expect(visible.filter(({ entry }) => refs.has(entry.ref))).toEqual([]);
    expect(JSON.stringify(one.content)).not.toContain("of the other");
  });
});

describe("a limit by time", () => {
  const lines: PlainLine[] = [
    { text: "old", nativeId: "u1", at: "2026-07-01T00:00:00Z" },
    { text: "at the limit", nativeId: "u2", at: "2026-08-01T00:00:00Z" },
    { text: "undated", nativeId: "u3" },
  ];
  const sinceMs = Date.parse("2026-08-01T00:00:00Z");

  it("leaves out what says it is older, and keeps and counts what has no time", async () => {
    const { report, content } = await imported(aHistory({ "a.jsonl": lines }), {
      parts: { sinceMs },
    });
    expect(report).toMatchObject({ skipped: { older: 1 }, undated: 1, events: { new: 2 } });
    expect(JSON.stringify(content)).not.toContain('"old"');
  });

  it("is the only use of a record's time: one that states none stays unknown, apart from when it was kept (TIM-02, TIM-04)", async () => {
    const { store } = await imported(
      aHistory({ "a.jsonl": [{ text: "undated", nativeId: "u3" }] }),
    );
    const [kept] = store.kept.values();
    expect(kept?.entry.time).toEqual({ at: "unknown", basis: "unknown" });
    expect(kept?.entry.indexedAt).toBe("2026-10-15T12:00:00.000Z");
  });

  it("loses nothing for ever: a wider limit reads the file again, a narrower one does not", async () => {
    const root = aHistory({ "a.jsonl": lines });
    const { store } = await imported(root, { parts: { sinceMs } });
    const narrower = await anImport(store, { reader, root, parts: { sinceMs: sinceMs + 1 } });
    expect(narrower.files.unchanged).toBe(1);
    const wider = await anImport(store, { reader, root });
    expect(wider.events).toMatchObject({ new: 1, seen: 2 });
    expect(contentOf(store)).toEqual((await imported(root)).content);
  });
});

describe("what is left out", () => {
  it("is what this program said itself, also when the file ended between call and result", async () => {
    const callLine: PlainLine = {
      ...{ text: '{"command":"exhibit search tail"}', kind: "tool_call", role: "assistant" },
      ...{ toolName: "Bash", toolUseId: "t1" },
    };
    const resultLine: PlainLine = {
      text: "tail.ts:3",
      kind: "tool_result",
      role: "tool",
      toolUseId: "t1",
    };
    const root = aHistory({ "a.jsonl": [callLine] });
    const { store } = await imported(root);
    appendFileSync(
      join(root, "a.jsonl"),
      plainLines([resultLine, { ...resultLine, toolUseId: "t2" }]),
    );
    const report = await anImport(store, { reader, root });
    expect(report).toMatchObject({ skipped: { own_output: 1 }, events: { new: 1 } });
    expect([...store.kept.values()].map(({ entry }) => entry.toolUseId)).toEqual(["t2"]);
  });

  it("is a block this program put into a message, and the message where nothing else is in it", async () => {
    const block = "<exhibit-bundle>\nE1 tail.ts:3\n</exhibit-bundle>";
    const { report, content } = await imported(
      aHistory({
        "a.jsonl": [
          { text: `Why?\n${block}`, nativeId: "u1" },
          { text: block, nativeId: "u2" },
        ],
      }),
    );
    expect(report).toMatchObject({ skipped: { own_output: 2 }, events: { new: 1 } });
    expect(content).toMatchObject([{ text: "Why?\n" }]);
  });

  it("is counted: skipped by reason, unknown by type, broken by place, and reading goes on behind each", async () => {
    const root = aHistory({
      "a.jsonl": [
        { type: "skipped", reason: "thinking" },
        { type: "unknown", recordType: "some-future-type" },
        { type: "skipped", reason: "thinking" },
      ],
    });
    appendFileSync(join(root, "a.jsonl"), `{not json\n${plainLines([{ text: "behind" }])}`);
    const { report } = await imported(root);
    expect(report).toMatchObject({
      skipped: { thinking: 2 },
      unknownTypes: { "some-future-type": 1 },
      broken: { count: 1, places: [{ path: join(root, "a.jsonl"), line: 4, problem: "no JSON" }] },
      events: { new: 1 },
    });
  });

  it("is a secret, in the text, the title, the facts and every name, before anything is kept", async () => {
    const redact = (text: string) => ({
      text: text.replaceAll("CANARY", "[redacted:key]"),
      redactions: text.includes("CANARY") ? [{ kind: "key", count: 1 }] : [],
    });
    const line: PlainLine = {
      ...{
        text: "run CANARY",
        kind: "tool_call",
        title: "Bash CANARY",
        toolName: "a tool named CANARY",
      },
      ...{ toolUseId: "t1", facts: { branch: "CANARY", "a fact named CANARY": "x" } },
    };
    const { report, content, store } = await imported(aHistory({ "a.jsonl": [line] }), {
      parts: { redact },
    });
    expect(report.redactions).toEqual({ key: 1 });
    expect(content).toMatchObject([{ text: "run [redacted:key]" }]);
    expect(JSON.stringify([content, [...store.read.values()].map((f) => f.state)])).not.toContain(
      "CANARY",
    );
  });

  it("is what was forgotten on request, also when its file is read again", async () => {
    const root = aHistory({ "a.jsonl": [{ text: "gone", nativeId: "u1" }] });
    const { store } = await imported(root);
    const [ref] = store.kept.keys();
    if (ref === undefined) throw new Error("nothing was kept");
    store.kept.delete(ref);
    store.gone.set(ref, MORNING);
    appendFileSync(join(root, "a.jsonl"), "\n");
    store.read.clear();
    expect((await anImport(store, { reader, root })).events).toMatchObject({
      new: 0,
      forgotten: 1,
    });
  });
});

describe("a change that is recorded later", () => {
  it("marks the events it names, in this import or in a later one", async () => {
    const said: PlainLine[] = [
      { text: "first try", nativeId: "m1" },
      { text: "wrong", nativeId: "m2" },
    ];
    const taken: PlainLine = { type: "marked", nativeId: "m2", add: ["rewound"] };
    const root = aHistory({ "a.jsonl": said });
    const { store } = await imported(root);
    appendFileSync(join(root, "a.jsonl"), plainLines([taken]));
    await anImport(store, { reader, root });
    const marks = () =>
      contentOf(store).map((entry) => entry as { title: string; marks: string[] });
    expect(marks().find(({ title }) => title === "wrong")?.marks).toEqual(["rewound"]);
    expect(marks().find(({ title }) => title === "first try")?.marks).toEqual([]);
    expect(contentOf(store)).toEqual((await imported(root)).content);
  });
});

describe("what cannot be read", () => {
  it("is one file: it is named, and the others go on", async () => {
    const root = aHistory({
      "a.jsonl": [{ text: "a" }],
      "b.jsonl": [{ text: "b" }],
      "c.jsonl": [{ text: "c" }],
    });
    const store = new MemoryEntryStore();
    const partly = aTranscriptReader({ unreadable: "b.jsonl" });
    const report = await anImport(store, { reader: partly, root });
    expect(report).toMatchObject({
      status: "partial",
      files: { read: 2, failed: 1 },
      events: { new: 2 },
    });
    expect(report.reason).toContain("b.jsonl");
    // Nothing says that it was read: the next import tries again.
    expect((await anImport(store, { reader, root })).events.new).toBe(1);
  });

  it("is a store that stays busy: tried again within a bound, then refused with what was kept", async () => {
    const root = aHistory({ "a.jsonl": [{ text: "a" }] });
    const store = new MemoryEntryStore();
    const waits: number[] = [];
    let busy = 3;
    const locked = {
      mark: store.mark.bind(store),
      append: async (batch: Parameters<typeof store.append>[0]) => {
        if (busy-- > 0) throw storeBusy("sessions.db");
        return store.append(batch);
      },
    };
    const keeper = createStoreKeeper(locked, async (ms) => {
      waits.push(ms);
    });
    expect((await anImport(store, { reader, root, parts: { keeper } })).events.new).toBe(1);
    expect(waits).toEqual([50, 100, 200]);
    busy = 100;
    writeFileSync(join(root, "b.jsonl"), plainLines([{ text: "b" }]));
    await expect(anImport(store, { reader, root, parts: { keeper } })).rejects.toMatchObject({
      code: "store_busy",
      details: { path: "sessions.db", kept: 1 },
    });
    expect(waits).toHaveLength(8);
  });
});

describe("sessions whose transcripts are gone", () => {
  it("are counted for this project alone, with what was kept of them", async () => {
    const time = { at: "unknown", basis: "unknown" } as const;
    const missing = [
      { agent: "claude-code", id: "s1", cwd: "/home/dev/app", time, prompts: 2 },
      { agent: "claude-code", id: "s9", cwd: "/home/dev/app", time, prompts: 3 },
      { agent: "claude-code", id: "s8", cwd: "/srv/else", time, prompts: 9 },
      { agent: "claude-code", id: "s7", cwd: "none", time, prompts: 9 },
    ] as const;
    const root = aHistory({ "a.jsonl": [{ text: "kept" }] });
    const { report } = await imported(root, { reader: aTranscriptReader({ missing }) });
    expect(report.missingSessions).toMatchObject({ count: 2, prompts: 5, kept: 1 });
    expect(report.missingSessions.sessions.map(({ id }) => id)).toEqual(["s1", "s9"]);
  });
});

describe("what a session is called", () => {
  const here: PlainLine = { text: "here", nativeId: "u1" };
  const ids = { agent: "claude-code", parentId: "none", agentId: "none" } as const;
  const titled = (id: string, title: string): PlainLine => ({
    type: "title",
    session: { ...ids, id },
    title,
  });

  it("is kept, the last name counts, also one that comes in a later import", async () => {
    const root = aHistory({ "a.jsonl": [titled("s1", "first"), here, titled("s1", "second")] });
    const { store } = await imported(root);
    expect([...store.titles]).toEqual([["s1", "second"]]);
    appendFileSync(join(root, "a.jsonl"), plainLines([titled("s1", "third")]));
    await anImport(store, { reader, root });
    expect([...store.titles]).toEqual([["s1", "third"]]);
  });

  it("is left alone where the session is another project's, and keeps no secret (SCO-01)", async () => {
    const there: PlainLine = { ...here, cwd: "/srv/else", session: { ...ids, id: "s2" } };
    const lines = [here, titled("s1", "use CANARY"), there, titled("s2", "their plan")];
    const redact = (text: string) => ({
      text: text.replaceAll("CANARY", "[redacted:key]"),
      redactions: [],
    });
    const { store } = await imported(aHistory({ "a.jsonl": lines }), { parts: { redact } });
    expect([...store.titles]).toEqual([["s1", "use [redacted:key]"]]);
  });
});

describe("on its way", () => {
  it("tells how far it is, in numbers that only grow", async () => {
    const told: ImportProgress[] = [];
    const root = aHistory({ "a.jsonl": Array(9).fill({ text: "a" }), "b.jsonl": [{ text: "b" }] });
    await imported(root, { parts: { onProgress: (progress) => told.push(progress) } });
    expect(told.at(-1)).toMatchObject({ filesDone: 2, filesTotal: 2, entries: 10 });
    expect(told.at(-1)?.bytesDone).toBe(told.at(-1)?.bytesTotal);
    for (const [index, { bytesDone, filesDone }] of told.slice(1).entries()) {
      expect(bytesDone).toBeGreaterThanOrEqual(told[index]?.bytesDone ?? 0);
      expect(filesDone).toBeGreaterThanOrEqual(told[index]?.filesDone ?? 0);
    }
  });

  it("changes no byte in the folder it reads", async () => {
    const root = aHistory({ "a.jsonl": [{ text: "a" }], "deep/b.jsonl": [{ text: "b" }] });
    const bytes = () =>
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .sort()
        .map((name) => (name.endsWith(".jsonl") ? readFileSync(join(root, name), "utf8") : name));
    const before = bytes();
    await imported(root);
    expect(bytes()).toEqual(before);
  });
});
