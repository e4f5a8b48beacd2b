import { describe, expect, it } from "vitest";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";
import { withContentDatabase } from "../builders/stored-rows.ts";

const QUESTION = "who owns the ledger";
const FILES = { "a.md": aPage("Owners", "The harbor desk owns the ledger.") };

describe("control: calls made together in one engine", () => {
  it("on a new workspace build it once and all answer from it", async () => {
    const workspace = aWorkspace(FILES);
    let publishings = 0;
    const engine = await workspace.open({
      onProgress: ({ phase }) => {
        if (phase === "publishing") publishings++;
      },
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => engine.search(QUESTION)));
    for (const { hits, freshness } of answers) {
      expect(hits[0]?.excerpt).toContain("harbor desk");
      expect(freshness.projection).toMatchObject({ state: "current", generation: 1 });
    }
    expect(publishings).toBe(1);
  });
});

describe("control: two engines of one process on one workspace", () => {
  it("both answer, and each sees what the other published", async () => {
    const workspace = aWorkspace(FILES);
    const [first, second] = [await workspace.open(), await workspace.open()];
    const both = await Promise.all([first.search(QUESTION), second.search(QUESTION)]);
    for (const { hits } of both) expect(hits[0]?.excerpt).toContain("harbor desk");
    workspace.write({ "a.md": aPage("Owners", "The signal desk owns the ledger.") });
    workspace.advance(2_000);
    expect((await first.search(QUESTION)).freshness.projection.generation).toBe(2);
    const { hits, freshness } = await second.search(QUESTION, { refresh: "off" });
    expect(freshness.projection).toMatchObject({ state: "current", generation: 2 });
    expect(hits[0]?.excerpt).toContain("signal desk");
  });

  it("let one search while the other refreshes: it answers with one generation whole (REF-18)", async () => {
    const workspace = aWorkspace(FILES);
    const [reader, writer] = [await workspace.open(), await workspace.open()];
    await reader.search(QUESTION);
    const many = Array.from({ length: 60 }, (_, i) => [`n${i}.md`, aPage(`N${i}`, "ledger")]);
    workspace.write(Object.fromEntries(many));
    workspace.advance(2_000);
    const refreshing = writer.refresh();
    const during = await Promise.all(
      Array.from({ length: 10 }, () => reader.search(QUESTION, { refresh: "off" })),
    );
    expect((await refreshing).added).toBe(60);
    for (const { hits, freshness } of during) {
      expect(hits[0]?.excerpt).toContain("harbor desk");
      expect(hits).toHaveLength(freshness.projection.generation === 1 ? 1 : 5);
    }
    expect((await reader.search(QUESTION)).hits).toHaveLength(5);
  });
});

describe("control: an engine that is closed", () => {
  it("lets the calls under way finish first", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const searching = [engine.search(QUESTION), engine.map(), engine.search(QUESTION)] as const;
    await engine.close();
    const [first, , last] = await Promise.all(searching);
    expect(first.hits[0]?.excerpt).toContain("harbor desk");
    expect(last.hits).toEqual(first.hits);
    const generations = withContentDatabase(workspace.dataFolder, (db) =>
      db.prepare("SELECT id FROM generations").all(),
    );
    expect(generations).toHaveLength(1);
  });

  it("refuses every later call by name, and closing it again is nothing", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    await engine.search(QUESTION);
    await engine.close();
    await engine.close();
    const refusal = { code: "engine_closed" };
    await expect(engine.search(QUESTION)).rejects.toMatchObject(refusal);
    await expect(engine.open("a.md")).rejects.toMatchObject(refusal);
    await expect(engine.status()).rejects.toMatchObject(refusal);
    await expect(engine.refresh()).rejects.toMatchObject(refusal);
  });
});

describe("control: a clock that goes backwards", () => {
  it("ends the debounce window rather than stretching it, and makes no age negative", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    await engine.search(QUESTION);
    workspace.write({ "a.md": aPage("Owners", "The signal desk owns the ledger.") });
    workspace.advance(-30 * 86_400_000);
    const { hits, freshness } = await engine.search(QUESTION);
    expect(hits[0]?.excerpt).toContain("signal desk");
    expect(freshness.projection).toMatchObject({ state: "current", generation: 2 });
    expect(freshness.sources).toMatchObject({ ageDays: "unknown", stale: "unknown" });
  });
});

describe("control: the phases of a refresh", () => {
  it("are each told in turn, and numbers only grow", async () => {
    const record = JSON.stringify({
      id: "1",
      title: "Ledger",
      body: "The quay desk.",
      observedAt: "2026-10-01",
    });
    const workspace = aWorkspace({ ...FILES, "records/a.jsonl": `${record}\n` });
    const told: { phase: string; filesDone: number; filesTotal: number }[] = [];
    const engine = await workspace.open({ onProgress: (progress) => told.push(progress) });
    await engine.search(QUESTION);
    expect([...new Set(told.map(({ phase }) => phase))]).toEqual([
      "listing",
      "rendering",
      "reading",
      "merging",
      "publishing",
    ]);
    expect(told.map(({ filesDone }) => filesDone)).toEqual(
      told.map(({ filesDone }) => filesDone).sort((a, b) => a - b),
    );
    expect(told.at(-1)).toMatchObject({ filesDone: 2, filesTotal: 2 });
  });
});
