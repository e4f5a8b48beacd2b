import { describe, expect, it } from "vitest";
import { storeConflict, storeCorrupt } from "../../../src/errors.ts";
import { createIndexKit } from "../../../src/lexical/index-kit.ts";
import type { Entry } from "../../../src/model/entry.ts";
import { indexEntries } from "../../../src/pipeline/import/index-entries.ts";
import { anEntry } from "../../builders/an-entry.ts";
import { MemoryEntryStore } from "../../builders/memory-entry-store.ts";

const kit = createIndexKit();

async function keep(store: MemoryEntryStore, text: string, given: Partial<Entry> = {}) {
  await store.append({
    entries: [{ entry: anEntry(text, given), text: Buffer.from(text) }],
    files: [],
  });
}

const index = (
  store: MemoryEntryStore,
  given: { textVersion?: string; maxBatchBytes?: number } = {},
) => indexEntries({ store, builder: kit.builder, textVersion: "1", ...given });

/** The paths of what a word finds. */
async function find(store: MemoryEntryStore, text: string): Promise<readonly string[]> {
  const outcome = await kit.open(store).search({
    ...{ text, ranker: "lexical", limit: 20, excludedWords: [], filter: {}, explain: false },
  });
  if (outcome.status !== "ok") throw new Error("the index is damaged");
  return outcome.answer.candidates.map(({ artifact }) => artifact).sort();
}

describe("the index of an entry store", () => {
  it("holds what was kept, in however many batches it was made", async () => {
    for (const maxBatchBytes of [1, 40, 1_000_000]) {
      const store = new MemoryEntryStore();
      for (let n = 0; n < 30; n++) await keep(store, `kiln number n${n}`, { path: `a/${n}` });
      const { entries } = await index(store, { maxBatchBytes });
      expect(entries).toBe(30);
      expect(await find(store, "n17")).toEqual(["artifact://sessions/a/17"]);
      expect(await find(store, "kiln")).toHaveLength(20);
      // Bounded: segments are merged as they grow in number.
      expect((await store.segments()).length).toBeLessThan(15);
    }
  });

  it("finds a changed entry by its new words alone, and a forgotten one by none", async () => {
    const store = new MemoryEntryStore();
    await keep(store, "the kiln", { path: "a/1" });
    await keep(store, "the lathe", { path: "a/2" });
    await index(store);
    await keep(store, "the longer text about a furnace", { path: "a/1" });
    store.kept.delete("artifact://sessions/a/2");
    await index(store);
    expect(await find(store, "kiln")).toEqual([]);
    expect(await find(store, "lathe")).toEqual([]);
    expect(await find(store, "furnace")).toEqual(["artifact://sessions/a/1"]);
    expect(await store.deadDocuments()).toEqual([]);
    expect(await index(store)).toEqual({ entries: 0, publications: 0 });
  });

  it("is made anew for another analyzer or splitter", async () => {
    const store = new MemoryEntryStore();
    await keep(store, "the kiln");
    expect((await index(store, { textVersion: "1" })).entries).toBe(1);
    expect((await index(store, { textVersion: "1" })).entries).toBe(0);
    expect((await index(store, { textVersion: "2" })).entries).toBe(1);
    expect(await find(store, "kiln")).toHaveLength(1);
    expect(await store.indexVersion()).toBe("2");
  });

  it("begins again where another process published first, and gives up in the end", async () => {
    const store = new MemoryEntryStore();
    await keep(store, "the kiln");
    let conflicts = 3;
    store.beforePublish = () => {
      if (conflicts-- > 0) throw storeConflict("sessions.db", "1", "2");
    };
    expect((await index(store)).publications).toBe(1);
    await keep(store, "the lathe", { path: "a/2" });
    conflicts = 1000;
    await expect(index(store)).rejects.toMatchObject({ code: "store_conflict" });
    expect(conflicts).toBeGreaterThan(900);
  });

  it("is made anew once when it is damaged, and a damage that stays is refused", async () => {
    const store = new MemoryEntryStore();
    await keep(store, "the kiln");
    await index(store);
    await keep(store, "the lathe", { path: "a/2" });
    let damages = 1;
    store.beforePublish = () => {
      if (damages-- > 0) throw storeCorrupt("sessions.db", "a row");
    };
    expect((await index(store)).entries).toBe(2);
    expect(await find(store, "kiln lathe")).toHaveLength(2);
    expect(await store.indexVersion()).toBe("1");
    await keep(store, "the saw", { path: "a/3" });
    damages = 2;
    await expect(index(store)).rejects.toMatchObject({ code: "store_corrupt" });
  });
});
