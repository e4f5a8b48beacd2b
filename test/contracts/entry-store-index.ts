import { expect, it } from "vitest";
import type { EntryStore } from "../../src/ports/entry-store.ts";
import type { LiveSegment } from "../../src/ports/passage-index.ts";
import { anItem } from "../builders/entry-items.ts";

/** Stages a segment with one row and returns it as live. */
async function stage(store: EntryStore, text = "row"): Promise<LiveSegment> {
  const id = await store.stageSegment();
  await store.stageBlocks(id, [{ kind: "postings", number: 0, bytes: Buffer.from(text) }]);
  return { id, documentCount: 1, passageCount: 1, liveness: "all" };
}

/** Publishes everything that is unindexed, as one segment. */
async function publishAll(store: EntryStore): Promise<void> {
  const from = await store.watermark();
  const { through } = await store.unindexed(1e9);
  const buried = await store.deadDocuments();
  const segments = [...(await store.segments()), await stage(store)];
  await store.publishIndex({ from, through, segments, buried });
}

/** What the index of every entry store promises. */
export function describeEntryIndex(open: () => Promise<EntryStore>): void {
  it("from what was kept first on, in pieces of about the size asked", async () => {
    const store = await open();
    const items = ["aaaa", "bbbb", "cccc"].map((text) => anItem(text));
    for (const item of items) await store.append({ entries: [item], files: [] });
    const batch = await store.unindexed(9);
    const expected = items
      .slice(0, 2)
      .map(({ entry, text }) => ({ entry, text: new Uint8Array(text) }));
    expect(batch.items).toEqual(expected);
    const segment = await stage(store);
    const from = await store.watermark();
    const { through } = batch;
    await store.publishIndex({ from, through, segments: [segment], buried: [] });
    expect(await store.watermark()).toBe(through);
    expect(await store.segments()).toEqual([segment]);
    const keys = [
      { kind: "postings", number: 0 },
      { kind: "postings", number: 1 },
    ];
    expect(await store.readBlocks(segment.id, keys)).toEqual([
      new Uint8Array(Buffer.from("row")),
      "missing",
    ]);
    expect((await store.generation()).unindexedCount).toBe(1);
    const rest = await store.unindexed(0);
    expect(rest.items.map(({ entry }) => entry)).toEqual(items.slice(2).map((i) => i.entry));
    expect(await store.check()).toEqual([]);
  });

  it("each with its own text, however often short ones are said again", async () => {
    const store = await open();
    const said = ["ok", "no", "ok", "", "yes", "no", "ok", "x".repeat(300), "no"];
    for (const [at, text] of said.entries()) {
      const item = anItem(text, { path: `claude-code/${at}`, rank: 1 });
      await store.append({ entries: [item], files: [] });
    }
    const texts = async (): Promise<readonly string[]> => {
      const { items } = await store.unindexed(1e9, 0);
      return items.map(({ text }) => Buffer.from(text).toString());
    };
    expect(await texts()).toEqual(said);
    expect(await texts()).toEqual(said);
    await store.append({ entries: [anItem("well", { path: "claude-code/4" })], files: [] });
    expect(await texts()).toEqual([...said.filter((text) => text !== "yes"), "well"]);
  });

  it("again where a text was replaced, and names the one that died", async () => {
    const store = await open();
    const spool = anItem("call", { path: "claude-code/1", rank: 1 });
    const other = anItem("other", { path: "claude-code/2" });
    await store.append({ entries: [spool, other], files: [] });
    await publishAll(store);
    expect((await store.unindexed(100)).items).toEqual([]);
    const transcript = anItem("call, whole", { path: "claude-code/1" });
    await store.append({ entries: [transcript], files: [] });
    const batch = await store.unindexed(100);
    expect(batch.items.map(({ entry }) => entry.version)).toEqual([transcript.entry.version]);
    const { ref: artifact, version } = spool.entry;
    expect(await store.deadDocuments()).toEqual([{ artifact, version }]);
    await publishAll(store);
    expect(await store.deadDocuments()).toEqual([]);
    expect(await store.generation()).toMatchObject({ unindexedCount: 0 });
  });

  it("without naming dead what it never held", async () => {
    const store = await open();
    const spool = anItem("call", { path: "claude-code/1", rank: 1 });
    await store.append({ entries: [spool], files: [] });
    await store.append({
      entries: [anItem("call, whole", { path: "claude-code/1" })],
      files: [],
    });
    expect(await store.deadDocuments()).toEqual([]);
    await publishAll(store);
    expect(await store.deadDocuments()).toEqual([]);
    await store.forget([spool.entry.ref], "2026-12-01T00:00:00Z");
    expect(await store.deadDocuments()).toHaveLength(1);
  });

  it("only by whoever began at its state now", async () => {
    const store = await open();
    await store.append({ entries: [anItem("a")], files: [] });
    const from = await store.watermark();
    const { through } = await store.unindexed(100);
    await publishAll(store);
    const late = { from, through, segments: [], buried: [] };
    await expect(store.publishIndex(late)).rejects.toMatchObject({ code: "store_conflict" });
    expect(await store.segments()).toHaveLength(1);
  });

  it("not by whoever read what was forgotten meanwhile", async () => {
    const store = await open();
    const items = ["a", "b"].map((text) => anItem(text));
    await store.append({ entries: items, files: [] });
    const from = await store.watermark();
    const { through } = await store.unindexed(100);
    const segments = [await stage(store)];
    await store.forget(
      items.slice(0, 1).map(({ entry }) => entry.ref),
      "2026-12-01T00:00:00Z",
    );
    const late = { from, through, segments, buried: [] };
    await expect(store.publishIndex(late)).rejects.toMatchObject({ code: "store_conflict" });
    expect(await store.segments()).toEqual([]);
    await publishAll(store);
    expect(await store.segments()).toHaveLength(1);
  });

  it("anew when its index is dropped", async () => {
    const store = await open();
    await store.setIndexVersion("words-1");
    await store.append({ entries: [anItem("a"), anItem("b")], files: [] });
    await publishAll(store);
    expect(await store.indexVersion()).toBe("words-1");
    await store.dropIndex();
    expect(await store.indexVersion()).toBe("none");
    expect(await store.segments()).toEqual([]);
    expect((await store.unindexed(100)).items).toHaveLength(2);
    expect(await store.generation()).toMatchObject({ unindexedCount: 2 });
    await publishAll(store);
    expect(await store.segments()).toHaveLength(1);
    expect(await store.check()).toEqual([]);
  });

  it("never through a segment that was not started", async () => {
    const store = await open();
    const rows = [{ kind: "terms", number: 0, bytes: Buffer.from("x") }];
    await expect(store.stageBlocks(99, rows)).rejects.toMatchObject({ code: "store_conflict" });
  });
}
