import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aTree, writeTree } from "../builders/a-tree.ts";
import { aWorkspace } from "../builders/a-workspace.ts";
import { PROJECT_ROOT } from "../builders/project-pages.ts";

const RECORDED_IN = "/home/dev/pot_shop.web";
const OWN = "projects/-home-dev-pot-shop-web/memory";
const FIRING = `${OWN}/firing.md`;

/** A new project and a copy of an agent's folder, recorded where the project was then. */
async function aDesk() {
  const root = aTree();
  cpSync(join(PROJECT_ROOT, "test/fixtures/notes/claude"), root, { recursive: true });
  const workspace = aWorkspace();
  const engine = await workspace.open();
  const maps = [{ from: RECORDED_IN, to: workspace.root }];
  const importNotes = (given: Parameters<typeof engine.import>[0] = {}) =>
    engine.import({ from: "notes", root, maps, ...given });
  return { root, workspace, engine, maps, importNotes };
}

type Desk = Awaited<ReturnType<typeof aDesk>>;

/** Kind, title, time, basis, origin and place of every note, those in quarantine by themselves. */
async function notesOf({ engine, root }: Desk) {
  const shown = await engine.notes({ capBytes: 100_000 });
  const all = await engine.notes({ capBytes: 100_000, quarantined: true });
  const own = new Set(shown.notes.map(({ artifact }) => artifact));
  const rowOf = (note: (typeof all.notes)[number]): string =>
    [note.kind, note.title, note.time.at, note.time.basis, note.origin].join(" | ");
  expect(JSON.stringify(all)).not.toContain(root);
  return {
    shown: shown.notes.map(rowOf),
    hidden: all.notes.filter(({ artifact }) => !own.has(artifact)).map(rowOf),
  };
}

describe("an agent's folder with notes", () => {
  it("imports as recorded: dated, undated, of this project, of another, of nobody known (STO-11, SCO-07)", async () => {
    const desk = await aDesk();
    const { agents, totals, memoryEntryCount, completeness, gaps } = await desk.importNotes();
    expect(agents.map(({ agent }) => agent)).toEqual(["claude-memory", "instructions"]);
    expect(agents[0]).toMatchObject({
      status: "partial",
      files: { listed: 7, read: 5, failed: 1 },
      outside: { events: 1, folders: 1 },
      quarantined: 2,
      undated: 3,
    });
    expect(agents[1]).toMatchObject({ status: "ok", files: { read: 1 }, quarantined: 1 });
    expect(totals).toMatchObject({ new: 6, outside: 1, quarantined: 3 });
    expect(memoryEntryCount).toBe(6);
    expect(completeness).toMatchObject({ complete: false, sources: [{ name: "memory" }] });
    expect(gaps).toMatchObject([{ code: "file_unreadable", source: "memory" }]);
    expect(gaps[0]?.detail).toContain("invalid UTF-8");
    expect(await notesOf(desk)).toEqual({
      shown: [
        "agent-memory | Firing | 2026-09-30T16:20:00.000Z | edited | agent-generated",
        "agent-memory | Glaze | 2026-09-12 | declared | agent-generated",
        "agent-memory | Memory | unknown | unknown | agent-generated",
      ],
      hidden: expect.arrayContaining([
        "agent-memory | Neighbor | unknown | unknown | agent-generated",
        "agent-memory | Lost | unknown | unknown | agent-generated",
        "project-note | Rules | unknown | unknown | authored",
      ]),
    });
  });

  it("shows nobody what is not this project's: no note, hit or event, and another's is not even kept (SCO-01, SCO-03)", async () => {
    const { engine, importNotes } = await aDesk();
    await importNotes();
    for (const word of ["NEIGHBOR", "SWEPT", "UNASKED"]) {
      expect((await engine.search(word)).hits).toEqual([]);
      const asked = await engine.search(word, { quarantined: true });
      expect(asked.hits).toMatchObject([{ entry: { quarantined: true } }]);
    }
    expect((await engine.search("BAKERY", { quarantined: true })).hits).toEqual([]);
    const told = JSON.stringify([await engine.timeline(), await engine.notes()]);
    expect(told).not.toMatch(/NEIGHBOR|SWEPT|UNASKED|BAKERY/);
  });

  it("is the agent's word wherever it is found, and dated by its edit alone it vouches for nothing (COR-24)", async () => {
    const { engine, importNotes } = await aDesk();
    await importNotes();
    const { hits, freshness } = await engine.search("how long is the kiln kept hot");
    expect(hits[0]).toMatchObject({
      origin: "agent-generated",
      entry: { kind: "note", marks: ["agent"] },
    });
    expect(freshness.sources.oldestObservedAt).toBe("unknown");
    const { events } = await engine.timeline();
    expect(events.map(({ origin }) => origin)).toEqual(["agent-generated", "agent-generated"]);
  });

  it("is one import done twice, the second of which keeps nothing", async () => {
    const desk = await aDesk();
    await desk.importNotes();
    const before = await notesOf(desk);
    const { totals, indexed } = await desk.importNotes();
    expect(totals).toMatchObject({ new: 0, changed: 0, seen: 6, filesRead: 0 });
    expect(indexed).toBe(0);
    expect(await notesOf(desk)).toEqual(before);
  });
});

describe("an edited note file", () => {
  it("is found before what it replaced, which is kept and marked, also when it says less", async () => {
    const { root, engine, importNotes } = await aDesk();
    await importNotes();
    writeTree(root, { [FIRING]: "# Firing\n\nThe kiln is kept hot for ten hours." });
    await importNotes();
    const { hits } = await engine.search("kiln kept hot hours whatever is in it", {
      sources: ["memory"],
    });
    const firing = hits.filter(({ excerpt = "" }) => excerpt.includes("kept hot for"));
    expect(firing.map(({ excerpt = "" }) => /nine|ten/.exec(excerpt)?.[0])).toEqual([
      "ten",
      "nine",
    ]);
    expect(firing[1]?.entry?.supersededBy).toBe(firing[0]?.artifact);
    const { notes, noteCount, supersededCount } = await engine.notes();
    expect(notes.map(({ text }) => text).join()).not.toContain("nine hours");
    expect({ noteCount, supersededCount }).toEqual({ noteCount: 4, supersededCount: 1 });
  });

  it("keeps its older citation: the text is the one that was cited, and its place has changed", async () => {
    const { root, engine, importNotes } = await aDesk();
    await importNotes();
    const { hits } = await engine.search("kiln kept hot nine hours", { sources: ["memory"] });
    const [old] = hits;
    expect(old?.citation.state).toBe("current");
    writeTree(root, { [FIRING]: "# Firing\n\nTen." });
    await importNotes();
    const again = await engine.search("kiln kept hot nine hours", { sources: ["memory"] });
    const same = again.hits.find(({ artifact }) => artifact === old?.artifact);
    expect(same).toMatchObject({ excerpt: old?.excerpt, citation: { state: "changed" } });
    rmSync(join(root, FIRING));
    const { agents } = await importNotes();
    expect(agents[0]?.files.gone).toBe(1);
    const last = await engine.search("kiln kept hot nine hours", { sources: ["memory"] });
    expect(last.hits.find(({ artifact }) => artifact === old?.artifact)?.citation.state).toBe(
      "gone",
    );
  });

  it("stays forgotten when it was, whatever is imported afterwards", async () => {
    const { root, engine, importNotes } = await aDesk();
    await importNotes();
    const { notes } = await engine.notes();
    const firing = notes.find(({ title }) => title === "Firing");
    if (firing === undefined) throw new Error("nothing was imported");
    await engine.forget({ references: [firing.artifact] }, { confirmed: true });
    expect((await importNotes()).agents[0]?.events).toMatchObject({ new: 0, forgotten: 1 });
    writeTree(root, { [FIRING]: "Other words." });
    await importNotes();
    const { hits } = await engine.search("nine hours", { quarantined: true });
    expect(hits).toEqual([]);
  });
});

describe("asking for notes of files", () => {
  it("changes nothing in a dry run and says what an import would keep", async () => {
    const desk = await aDesk();
    const preview = await desk.importNotes({ dryRun: true });
    expect(preview).toMatchObject({ dryRun: true, memoryEntryCount: 0, indexed: 0 });
    expect(await notesOf(desk)).toEqual({ shown: [], hidden: [] });
    expect((await desk.importNotes()).totals).toEqual(preview.totals);
  });

  it("leaves out what says that it is older, and keeps what says nothing", async () => {
    const desk = await aDesk();
    await desk.importNotes({ since: "2026-09-20" });
    expect((await notesOf(desk)).shown).toEqual([
      "agent-memory | Firing | 2026-09-30T16:20:00.000Z | edited | agent-generated",
      "agent-memory | Memory | unknown | unknown | agent-generated",
    ]);
  });

  it("takes instructions for this project's only once their very folder is named", async () => {
    const { root, engine, maps, workspace, importNotes } = await aDesk();
    await importNotes();
    expect((await engine.search("UNASKED")).hits).toEqual([]);
    await importNotes({ maps: [...maps, { from: root, to: workspace.root }] });
    const { hits } = await engine.search("UNASKED");
    expect(hits).toMatchObject([{ origin: "authored", entry: { kind: "note", role: "unknown" } }]);
    expect(hits[0]?.entry).not.toHaveProperty("quarantined");
    expect((await engine.search("SWEPT")).hits).toEqual([]);
  });

  it("is refused under another name, and a root alone names nothing", async () => {
    const { engine, root } = await aDesk();
    await expect(engine.import({ from: "note" })).rejects.toThrow(/none of .*jsonl, notes/);
    await expect(engine.import({ root })).rejects.toMatchObject({ code: "option_invalid" });
  });

  it("says that a folder which was named is not there", async () => {
    const { importNotes, root } = await aDesk();
    const response = await importNotes({ root: join(root, "nowhere") });
    expect(response.agents.map(({ status }) => status)).toEqual(["missing", "missing"]);
    expect(response.completeness.complete).toBe(false);
  });
});
