import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArtifactRef } from "../../src/model/artifact.ts";
import type { Entry } from "../../src/model/entry.ts";
import type { EntryScope, EntryStore, EntryWindow, NewEntry } from "../../src/ports/entry-store.ts";
import { anEntry } from "../builders/an-entry.ts";
import { dumpEntries } from "../builders/dump-entries.ts";
import { anItem, at, HIDDEN, locator, SHOWN } from "../builders/entry-items.ts";
import { describeEntryIndex } from "./entry-store-index.ts";

/** What every entry store promises. `open` returns an empty store named `sessions` of its own each time. */
export function describeEntryStore(name: string, open: () => Promise<EntryStore>): void {
  describe(`${name} keeps entries`, () => describeAppending(open));
  describe(`${name} lists by time`, () => describeLists(open));
  describe(`${name} gives the same entries in any order`, () => describeOrders(open));
  describe(`${name} forgets`, () => describeForgetting(open));
  describe(`${name} is indexed`, () => describeEntryIndex(open));
}

const aFile = (path: string, readBytes: number, present = true) => ({
  agent: "claude-code",
  path,
  readBytes,
  size: readBytes + 5,
  mtimeNs: 1_790_000_000_123_456_789n,
  headSha256: "0123456789abcdef",
  headBytes: 12,
  state: '{"line":3}',
  present,
});

function describeAppending(open: () => Promise<EntryStore>): void {
  it("holds nothing at first, and says so", async () => {
    const store = await open();
    expect(await store.generation()).toEqual({
      id: 0,
      entryCount: 0,
      undatedCount: 0,
      quarantinedCount: 0,
      unindexedCount: 0,
      newestObservedAt: "unknown",
      oldestObservedAt: "unknown",
      changedAt: "unknown",
    });
    expect(await store.list(newest(5))).toEqual({ entries: [], omitted: 0 });
    expect(await store.undated({ scope: SHOWN, limit: 5 })).toEqual({ entries: [], count: 0 });
    expect(await store.unindexed(1000)).toEqual({ items: [], through: 0 });
    expect(await store.segments()).toEqual([]);
    expect(await store.files()).toEqual([]);
    expect(await store.sessions(SHOWN)).toEqual([]);
    expect(await store.indexVersion()).toBe("none");
    expect(await store.check()).toEqual([]);
  });

  it("returns everything an entry said, whatever characters it holds", async () => {
    const store = await open();
    const strange = "NUL \u0000, lone \ud800, 用户 \u{1f600}";
    const item = anItem("the text \u0000 用户", {
      title: strange,
      path: "claude-code/a b%\u{1f600}",
      ref: "artifact://sessions/claude-code/a%20b%25%F0%9F%98%80",
      recordedIn: strange,
      session: { agent: "claude-code", id: strange, parentId: strange, agentId: "a" },
      time: { at: "2026-10-01", basis: "declared", precision: "day", offset: "unknown" },
      kind: "tool_call",
      role: "tool",
      textKind: "markdown",
      origin: "agent-generated",
      marks: ["failed", "sidechain"],
      toolUseId: strange,
      toolName: strange,
      evidence: strange,
      supersedes: "artifact://sessions/x",
      supersededBy: "artifact://sessions/y",
      redactions: [{ kind: "jwt", count: 2 }],
      locators: [locator(`/home/${strange}.jsonl`, 2 ** 40)],
      facts: { "1": strange, b: "" },
      rank: 1,
      seq: 7,
    });
    await store.append({ entries: [item], files: [] });
    expect(await store.entries([item.entry.ref], SHOWN)).toEqual([item.entry]);
    expect(await store.readTexts([item.entry.version])).toEqual([new Uint8Array(item.text)]);
    expect(await store.check()).toEqual([]);
  });

  it("returns texts exactly and names the versions it does not have", async () => {
    const store = await open();
    const texts = ["", "a", "b".repeat(70_000), "c".repeat(300_000), "a b"];
    const items = texts.map((text) => anItem(text));
    await store.append({ entries: items, files: [] });
    const versions = items.map(({ entry }) => entry.version).reverse();
    const unknown = ["0".repeat(64), "", "xyz"];
    const read = await store.readTexts([...versions, ...unknown]);
    expect(read.slice(texts.length)).toEqual(unknown.map(() => "missing"));
    const found = read.slice(0, texts.length).map((text) => Buffer.from(text as Uint8Array));
    for (const [index, text] of texts.toReversed().entries()) {
      expect(found[index]?.equals(Buffer.from(text))).toBe(true);
    }
  });

  it("counts what became of each entry of a batch, the same one twice in it included", async () => {
    const store = await open();
    const spool = anItem("call", { path: "claude-code/1", rank: 1 });
    const transcript = anItem("call, whole", { path: "claude-code/1" });
    const other = anItem("other", { path: "claude-code/2" });
    const first = await store.append({ entries: [spool, other, other], files: [] });
    expect(first).toEqual({ added: 2, seen: 1, changed: 0, forgotten: 0 });
    const second = await store.append({ entries: [transcript, spool], files: [] });
    expect(second).toEqual({ added: 0, seen: 1, changed: 1, forgotten: 0 });
    const [entry] = await store.entries([spool.entry.ref], SHOWN);
    expect(entry?.version).toBe(transcript.entry.version);
    expect(await store.readTexts([spool.entry.version])).toEqual(["missing"]);
    expect(await store.check()).toEqual([]);
  });

  it("keeps a text as long as any entry has it", async () => {
    const store = await open();
    const one = anItem("shared", { path: "claude-code/1", rank: 1 });
    const two = anItem("shared", { path: "claude-code/2" });
    await store.append({ entries: [one, two], files: [] });
    const better = anItem("a better record of one", { path: "claude-code/1" });
    await store.append({ entries: [better], files: [] });
    const read = await store.readTexts([two.entry.version]);
    expect(read).toEqual([new Uint8Array(two.text)]);
    await store.forget([two.entry.ref], "2026-12-01T00:00:00Z");
    expect(await store.readTexts([two.entry.version, better.entry.version])).toEqual([
      "missing",
      new Uint8Array(better.text),
    ]);
    expect(await store.check()).toEqual([]);
  });

  it("remembers how far each file was read, and whether it is still there", async () => {
    const store = await open();
    const item = anItem("a", { locators: [locator("/t/a.jsonl", 0), locator("/t/b.jsonl", 20)] });
    const files = [aFile("/t/b.jsonl", 30), { ...aFile("/t/a.jsonl", 10), agent: "codex" }];
    await store.append({ entries: [item], files });
    expect(await store.files()).toEqual([files[1], files[0]]);
    expect(await store.files("codex")).toEqual([files[1]]);
    await store.append({ entries: [], files: [aFile("/t/b.jsonl", 30, false)] });
    expect((await store.files("claude-code"))[0]).toMatchObject({ present: false });
    const [entry] = await store.entries([item.entry.ref], SHOWN);
    expect(entry?.locators.map(({ path, present }) => [path, present])).toEqual([
      ["/t/a.jsonl", true],
      ["/t/b.jsonl", false],
    ]);
    expect(await store.sessions(SHOWN)).toMatchObject([{ id: "s1", present: true }]);
  });

  it("counts the records of a file with one hash before a byte", async () => {
    const store = await open();
    const items = [0, 10, 20].map((byte) =>
      anItem(`text ${byte}`, { locators: [locator("/t/a.jsonl", byte)] }),
    );
    await store.append({ entries: items, files: [] });
    expect(await store.countLocators("/t/a.jsonl", "0123456789abcdef", 20)).toBe(2);
    expect(await store.countLocators("/t/a.jsonl", "fedcba9876543210", 20)).toBe(0);
    expect(await store.countLocators("/t/b.jsonl", "0123456789abcdef", 20)).toBe(0);
  });

  it("knows what a session is called until something of it is forgotten, and then never again", async () => {
    const store = await open();
    const items = [anItem("a"), anItem("b")];
    const title = { agent: "claude-code", id: "s1", title: "First \ud800" };
    await store.append({ entries: items, files: [], titles: [title] });
    expect(await store.sessions(SHOWN)).toMatchObject([{ title: "First \ud800" }]);
    const { id } = await store.generation();
    await store.append({ entries: [], files: [], titles: [title] });
    expect((await store.generation()).id).toBe(id);
    await store.append({ entries: [], files: [], titles: [{ ...title, title: "Second" }] });
    expect((await store.generation()).id).toBeGreaterThan(id);
    const forget = (item: NewEntry) => store.forget([item.entry.ref], "2026-12-01T00:00:00Z");
    await forget(items[0] as NewEntry);
    expect(await store.sessions(SHOWN)).toMatchObject([{ title: "unknown" }]);
    await store.append({ entries: [anItem("c")], files: [], titles: [title] });
    expect(await store.sessions(SHOWN)).toMatchObject([{ title: "unknown" }]);
  });

  it("marks an entry and says when there is none", async () => {
    const store = await open();
    const item = anItem("a", { marks: ["failed"] });
    await store.append({ entries: [item], files: [] });
    const by: ArtifactRef = "artifact://sessions/b";
    expect(await store.mark(item.entry.ref, { add: ["derived"], supersededBy: by })).toBe(true);
    const [entry] = await store.entries([item.entry.ref], SHOWN);
    expect(entry).toEqual({ ...item.entry, marks: ["derived", "failed"], supersededBy: by });
    expect(await store.mark("artifact://sessions/none", { add: ["agent"] })).toBe(false);
    expect(await store.check()).toEqual([]);
  });

  it("grows its number with every change that can be seen, and with no other", async () => {
    const store = await open();
    const item = anItem("a", { time: at("2026-10-01T10:00:00.000Z") });
    await store.append({ entries: [item], files: [] });
    const { id } = await store.generation();
    await store.append({ entries: [item], files: [] });
    expect((await store.generation()).id).toBe(id);
    const again = anItem("a", { locators: [locator("/t/a.jsonl", 0)] });
    await store.append({ entries: [again], files: [] });
    expect((await store.generation()).id).toBeGreaterThan(id);
  });

  it("tells the range of observed times, also after its ends went away", async () => {
    const store = await open();
    const items = ["10", "11", "12"].map((hour) =>
      anItem(hour, { time: at(`2026-10-01T${hour}:00:00.000Z`) }),
    );
    const declared = anItem("declared", {
      time: { at: "2030-01-01", basis: "declared", precision: "day", offset: "unknown" },
    });
    await store.append({ entries: [...items, declared], files: [] });
    expect(await store.generation()).toMatchObject({
      newestObservedAt: "2026-10-01T12:00:00.000Z",
      oldestObservedAt: "2026-10-01T10:00:00.000Z",
    });
    const ends = [items[0], items[2]].flatMap((item) => item?.entry.ref ?? []);
    await store.forget(ends, "2026-12-01T00:00:00Z");
    expect(await store.generation()).toMatchObject({
      newestObservedAt: "2026-10-01T11:00:00.000Z",
      oldestObservedAt: "2026-10-01T11:00:00.000Z",
    });
  });
}

function newest(limit: number, given: Partial<EntryWindow> = {}): EntryWindow {
  return { scope: SHOWN, order: "newest", limit, ...given };
}

/** Times over three days, some of them at a day's border. */
function timeOf(step: number): number {
  return Date.parse("2026-09-30T12:00:00.000Z") + step * 12 * 3_600_000;
}

const drafts = fc.record({
  step: fc.nat(5),
  isDated: fc.boolean(),
  session: fc.constantFrom("s1", "s2"),
  kind: fc.constantFrom<Entry["kind"]>("message", "tool_call"),
  attribution: fc.constantFrom<Entry["attribution"]>("cwd", "unknown"),
});

const entries = fc.array(drafts, { maxLength: 25 }).map((all) =>
  all.map((draft, index) =>
    anItem(`text ${index}`, {
      path: `claude-code/${String(index * 7919).padStart(16, "0")}`,
      time: draft.isDated ? at(new Date(timeOf(draft.step)).toISOString()) : anEntry("").time,
      session: { agent: "claude-code", id: draft.session, parentId: "none", agentId: "none" },
      seq: index,
      kind: draft.kind,
      attribution: draft.attribution,
    }),
  ),
);

const windows = fc.record(
  {
    order: fc.constantFrom<EntryWindow["order"]>("newest", "oldest"),
    scope: fc.constantFrom<EntryScope>(SHOWN, HIDDEN, { quarantined: "only" }),
    limit: fc.nat(8),
    sinceMs: fc.nat(6).map(timeOf),
    untilMs: fc.nat(6).map(timeOf),
    sessions: fc.subarray(["s1", "s2", "s3"]),
    excludedSessions: fc.subarray(["s1", "s3"]),
    kinds: fc.subarray<Entry["kind"]>(["message", "tool_call", "note"]),
  },
  { requiredKeys: ["order", "scope", "limit"] },
);

function isIn(entry: Entry, window: Partial<EntryWindow>): boolean {
  const { scope, sessions, excludedSessions, kinds } = window;
  const id = entry.session === "none" ? "" : entry.session.id;
  const isHidden = entry.attribution === "unknown";
  return (
    (scope?.quarantined === "shown" || (scope?.quarantined === "only") === isHidden) &&
    (sessions?.includes(id) ?? true) &&
    !(excludedSessions?.includes(id) ?? false) &&
    (kinds?.includes(entry.kind) ?? true)
  );
}

function msOf(entry: Entry): number {
  return Date.parse(entry.time.at);
}

/** What a list should hold, by reading everything. */
function expectedList(all: readonly NewEntry[], window: EntryWindow): readonly Entry[] {
  const sign = window.order === "newest" ? -1 : 1;
  return all
    .map(({ entry }) => entry)
    .filter((entry) => entry.time.basis === "observed" && isIn(entry, window))
    .filter((entry) => msOf(entry) >= (window.sinceMs ?? 0))
    .filter((entry) => msOf(entry) < (window.untilMs ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => sign * (msOf(a) - msOf(b) || (a.ref < b.ref ? -1 : 1)));
}

function describeLists(open: () => Promise<EntryStore>): void {
  it("lists what every condition lets through, in order, and counts the rest (ORD-07, ORD-08)", async () => {
    await fc.assert(
      fc.asyncProperty(entries, windows, async (all, window) => {
        const store = await open();
        await store.append({ entries: all, files: [] });
        const expected = expectedList(all, window);
        const page = await store.list(window);
        expect(page.entries).toEqual(expected.slice(0, window.limit));
        expect(page.omitted).toBe(expected.length - page.entries.length);
        const undated = all
          .map(({ entry }) => entry)
          .filter((entry) => entry.time.basis === "unknown" && isIn(entry, window));
        const { order: _, sinceMs: __, untilMs: ___, ...rest } = window;
        const found = await store.undated(rest);
        expect(found.count).toBe(undated.length);
        expect(found.entries).toHaveLength(Math.min(window.limit, undated.length));
        await store.close();
      }),
      { numRuns: 40 },
    );
  });

  it("goes on behind a place until nothing is left, each entry once", async () => {
    await fc.assert(
      fc.asyncProperty(entries, windows, async (all, window) => {
        const store = await open();
        await store.append({ entries: all, files: [] });
        const limit = window.limit + 1;
        const seen: Entry[] = [];
        let page = await store.list({ ...window, limit });
        while (page.entries.length > 0) {
          seen.push(...page.entries);
          const last = page.entries.at(-1) as Entry;
          const after = { epochMs: msOf(last), ref: last.ref };
          page = await store.list({ ...window, limit, after });
        }
        expect(page.omitted).toBe(0);
        expect(seen).toEqual(expectedList(all, window));
        await store.close();
      }),
      { numRuns: 25 },
    );
  });

  it("hides what no project owns unless asked for it (SCO-03)", async () => {
    const store = await open();
    const mine = anItem("mine", { time: at("2026-10-01T10:00:00.000Z") });
    const stray = anItem("stray", {
      time: at("2026-10-01T11:00:00.000Z"),
      attribution: "unknown",
      session: { agent: "codex", id: "s9", parentId: "none", agentId: "none" },
    });
    await store.append({ entries: [mine, stray], files: [] });
    const refs = [mine.entry.ref, stray.entry.ref];
    const only: EntryScope = { quarantined: "only" };
    expect(await store.entries(refs, HIDDEN)).toEqual([mine.entry]);
    expect(await store.entries(refs, only)).toEqual([stray.entry]);
    const prefix = stray.entry.version.slice(0, 8);
    expect(await store.findVersions(prefix, HIDDEN)).toEqual([]);
    expect(await store.findVersions(prefix, SHOWN)).toEqual([stray.entry]);
    expect((await store.list(newest(5, { scope: HIDDEN }))).entries).toEqual([mine.entry]);
    expect((await store.sessions(HIDDEN)).map(({ id }) => id)).toEqual(["s1"]);
    expect((await store.sessions(SHOWN)).map(({ id }) => id)).toEqual(["s9", "s1"]);
    expect(await store.generation()).toMatchObject({
      entryCount: 2,
      quarantinedCount: 1,
      newestObservedAt: "2026-10-01T10:00:00.000Z",
    });
  });

  it("never lets a time that orders nothing into a list by time (TIM-09)", async () => {
    const store = await open();
    const bases = ["observed_restamped", "indexed"] as const;
    const items = bases.map((basis) =>
      anItem(basis, {
        time: { at: "2026-10-01T10:00:00Z", basis, precision: "second", offset: "Z" },
      }),
    );
    await store.append({ entries: items, files: [] });
    expect(await store.list(newest(5))).toEqual({ entries: [], omitted: 0 });
    expect((await store.undated({ scope: SHOWN, limit: 5 })).count).toBe(2);
  });
}

const records = fc
  .record({
    path: fc.constantFrom("claude-code/1", "claude-code/2", "claude-code/3"),
    text: fc.constantFrom("a", "bb", "cc", "ddd"),
    rank: fc.constantFrom(1, 2),
    time: fc.constantFrom<Entry["time"]>(
      anEntry("").time,
      at("2026-10-01T10:00:00.000Z"),
      at("2026-10-01T11:00:00.000Z"),
    ),
    session: fc.constantFrom("s1", "s2"),
    attribution: fc.constantFrom<Entry["attribution"]>("cwd", "unknown"),
    marks: fc.subarray<Entry["marks"][number]>(["failed", "rewound"]),
    byte: fc.nat(3),
  })
  .map(({ text, session, byte, ...given }) =>
    anItem(text, {
      ...given,
      session: { agent: "claude-code", id: session, parentId: "none", agentId: "none" },
      locators: [locator("/t/a.jsonl", byte * 10)],
    }),
  );

function describeOrders(open: () => Promise<EntryStore>): void {
  it("however they are ordered, cut into batches and repeated", async () => {
    const batches = fc.array(fc.array(records, { maxLength: 6 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, fc.infiniteStream(fc.nat()), async (all, draws) => {
        const one = await open();
        for (const batch of all) await one.append({ entries: batch, files: [] });
        const other = await open();
        const shuffled = all
          .flat()
          .flatMap((item) => [item, item])
          .map((item) => ({ item, draw: draws.next().value ?? 0 }))
          .sort((a, b) => a.draw - b.draw);
        for (const { item } of shuffled) await other.append({ entries: [item], files: [] });
        expect(await dumpEntries(other)).toEqual(await dumpEntries(one));
        expect(await one.check()).toEqual([]);
        expect(await other.check()).toEqual([]);
        await Promise.all([one.close(), other.close()]);
      }),
      { numRuns: 25 },
    );
  });
}

function describeForgetting(open: () => Promise<EntryStore>): void {
  const forgottenAt = "2026-12-01T00:00:00Z";

  it("an entry with its text, and does not take it back", async () => {
    const store = await open();
    const gone = anItem("gone", { time: at("2026-10-01T10:00:00.000Z") });
    const kept = anItem("kept", { time: at("2026-10-01T10:00:00.000Z") });
    await store.append({ entries: [gone, kept], files: [] });
    const report = await store.forget([gone.entry.ref], forgottenAt);
    expect(report).toEqual({ refs: [gone.entry.ref], textBytes: 4 });
    expect((await store.list(newest(5))).entries).toEqual([kept.entry]);
    expect(await store.readTexts([gone.entry.version])).toEqual(["missing"]);
    const again = await store.append({ entries: [gone], files: [] });
    expect(again).toEqual({ added: 0, seen: 0, changed: 0, forgotten: 1 });
    expect(await store.tombstones()).toEqual([{ ref: gone.entry.ref, forgottenAt }]);
    expect(await store.check()).toEqual([]);
  });

  it("only what every condition selects, and nothing without one", async () => {
    const store = await open();
    const items = [
      anItem("a", { path: "codex/1", time: at("2026-10-01T10:00:00.000Z") }),
      anItem("b", { path: "codex/2" }),
      anItem("c", { path: "claude-code/3", time: at("2026-10-02T10:00:00.000Z") }),
    ];
    await store.append({ entries: items, files: [] });
    const refs = items.map(({ entry }) => entry.ref);
    const select = async (selection: Parameters<EntryStore["select"]>[0]) =>
      (await store.select(selection)).refs.map((ref) => refs.indexOf(ref));
    expect(await select({})).toEqual([]);
    expect(await select({ agents: ["codex"] })).toEqual([0, 1]);
    expect(await select({ beforeMs: Date.parse("2026-10-02T10:00:00.000Z") })).toEqual([0]);
    expect(await select({ sessions: ["s1"], agents: ["claude-code"] })).toEqual([2]);
    expect(await select({ refs: refs.slice(1, 2), agents: ["claude-code"] })).toEqual([]);
    expect((await store.select({ sessions: ["s1"] })).textBytes).toBe(3);
    expect(await store.tombstones()).toEqual([]);
  });
}
