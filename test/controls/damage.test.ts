import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Hit } from "../../src/index.ts";
import { aPage, aWorkspace, type TestWorkspace } from "../builders/a-workspace.ts";
import { damageIndexRows, withContentDatabase } from "../builders/stored-rows.ts";

const FILES = {
  "a.md": aPage("Owners", "The harbor desk owns the ledger."),
  "b.md": aPage("Checkpoints", "The ledger is checked on Mondays by the signal desk."),
  "c.md": aPage("Unrelated", "Paint dries in an hour."),
};
const QUESTION = "which desk owns the ledger";

async function anIndexedWorkspace(): Promise<{ workspace: TestWorkspace; hits: readonly Hit[] }> {
  const workspace = aWorkspace(FILES);
  const engine = await workspace.open();
  const { hits } = await engine.search(QUESTION);
  await engine.close();
  return { workspace, hits };
}

describe("control: damaged index rows", () => {
  it("are answered from the stored text with the same hits, and said so (REF-10, COR-20)", async () => {
    const { workspace, hits } = await anIndexedWorkspace();
    expect(damageIndexRows(workspace.dataFolder)).toBeGreaterThan(0);
    const engine = await workspace.open();
    const answer = await engine.search(QUESTION, { refresh: "off" });
    expect(answer.hits).toEqual(hits);
    expect(answer.retrieval.method).toBe("text-scan");
    expect(answer.gaps.map((gap) => gap.code)).toContain("index_damaged");
  });

  it("are rebuilt from the inputs by a search that may write, and the next one finds them sound (REF-10)", async () => {
    const { workspace, hits } = await anIndexedWorkspace();
    damageIndexRows(workspace.dataFolder);
    const engine = await workspace.open();
    const repaired = await engine.search(QUESTION);
    expect(repaired.hits).toEqual(hits);
    expect(repaired.gaps).toContainEqual(
      expect.objectContaining({ code: "index_damaged", detail: "rebuilt from the inputs" }),
    );
    const next = await engine.search(QUESTION);
    expect(next.hits).toEqual(hits);
    expect(next.gaps.map((gap) => gap.code)).not.toContain("index_damaged");
    expect(next.freshness.sources.oldestObservedAt).toBe("2026-10-01");
  });
});

describe("control: stored text that no longer hashes to its citation", () => {
  it("is dropped and reported, never shown (CIT-04, REF-17)", async () => {
    const { workspace } = await anIndexedWorkspace();
    withContentDatabase(workspace.dataFolder, (db) => {
      db.exec("UPDATE text_frames SET bytes = zeroblob(length(bytes))");
    });
    workspace.write({ "a.md": "# Other\n", "b.md": "# Another\n" });
    const engine = await workspace.open();
    const { hits, gaps } = await engine.search(QUESTION, { refresh: "off" });
    expect(hits).toEqual([]);
    expect(gaps.filter((gap) => gap.code === "recovery_failed")).toHaveLength(2);
  });

  it("is not needed for a file that still hashes to the cited version", async () => {
    const { workspace, hits } = await anIndexedWorkspace();
    withContentDatabase(workspace.dataFolder, (db) => {
      db.exec("UPDATE text_frames SET bytes = zeroblob(length(bytes))");
    });
    const engine = await workspace.open();
    expect((await engine.search(QUESTION, { refresh: "off" })).hits).toEqual(hits);
  });
});

describe("control: a corrupt or missing database", () => {
  it("is set aside, never silently replaced, and rebuilt from the inputs", async () => {
    const { workspace, hits } = await anIndexedWorkspace();
    const path = join(workspace.dataFolder, "content.db");
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, 0, 4096));
    const engine = await workspace.open();
    const answer = await engine.search(QUESTION);
    expect(answer.hits).toEqual(hits);
    const gap = answer.gaps.find(({ code }) => code === "index_damaged");
    expect(gap?.detail).toContain("set aside");
    const kept = readdirSync(workspace.dataFolder).filter((name) => /damaged-[0-9TZ]+$/.test(name));
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(workspace.dataFolder, kept[0] ?? ""))).toEqual(bytes);
  });

  it("is answered from memory by a search that may not write, which then changes no file (REF-01)", async () => {
    const { workspace, hits } = await anIndexedWorkspace();
    const path = join(workspace.dataFolder, "content.db");
    const garbage = Buffer.from("this is no database at all, whatever its name says".repeat(100));
    writeFileSync(path, garbage);
    const engine = await workspace.open();
    const answer = await engine.search(QUESTION, { refresh: "off" });
    expect(answer.hits).toEqual(hits);
    expect(answer.gaps.map((gap) => gap.code)).toContain("index_damaged");
    expect(readFileSync(path)).toEqual(garbage);
  });

  it("is built anew when the whole data folder was deleted, with the same hits", async () => {
    const { workspace, hits } = await anIndexedWorkspace();
    rmSync(workspace.dataFolder, { recursive: true });
    const engine = await workspace.open();
    expect((await engine.search(QUESTION)).hits).toEqual(hits);
  });

  it("written by a newer version is refused by name", async () => {
    const { workspace } = await anIndexedWorkspace();
    withContentDatabase(workspace.dataFolder, (db) => db.exec("PRAGMA user_version = 99"));
    const engine = await workspace.open();
    await expect(engine.search(QUESTION)).rejects.toMatchObject({ code: "store_newer" });
    await expect(engine.search(QUESTION, { refresh: "off" })).rejects.toMatchObject({
      code: "store_newer",
    });
  });
});

describe("control: an unavailable data folder", () => {
  it("does not keep a search from answering from the files themselves, and is named (REF-13)", async () => {
    const workspace = aWorkspace({ ...FILES, "in-the-way": "a file where the folder should be" });
    const engine = await workspace.open({ dataFolder: join(workspace.root, "in-the-way", "data") });
    const { hits, gaps, freshness } = await engine.search(QUESTION);
    expect(hits[0]?.excerpt).toContain("harbor desk");
    expect(hits[0]?.citation.state).toBe("current");
    expect(gaps.map((gap) => gap.code)).toContain("data_folder_unusable");
    expect(freshness.projection.state).toBe("current");
  });

  it("renders records in memory there too, and writes no page", async () => {
    const record = {
      id: "1",
      title: "Ledger",
      body: "The quay desk owns it.",
      observedAt: "2026-10-01",
    };
    const workspace = aWorkspace({
      "in-the-way": "a file",
      "records/owners.jsonl": `${JSON.stringify(record)}\n`,
    });
    const engine = await workspace.open({ dataFolder: join(workspace.root, "in-the-way") });
    const { hits, freshness } = await engine.search("quay desk");
    expect(hits[0]).toMatchObject({ citation: { state: "current" }, origin: "rendered" });
    expect(freshness.projection.state).toBe("current");
    expect(readdirSync(workspace.root).sort()).toEqual(["in-the-way", "records"]);
  });
});

describe("control: refresh off", () => {
  it("writes nothing at all and says that it did not refresh (REF-01)", async () => {
    const { workspace } = await anIndexedWorkspace();
    const before = snapshot(workspace.root);
    workspace.write({ "d.md": aPage("New", "The quay desk owns the ledger too.") });
    const engine = await workspace.open();
    const { freshness, hits } = await engine.search(QUESTION, { refresh: "off" });
    expect(freshness.projection).toMatchObject({ state: "stale", refresh: { status: "off" } });
    expect(hits.map((hit) => hit.citation.path)).not.toContain("d.md");
    await engine.close();
    rmSync(join(workspace.root, "d.md"));
    expect(snapshot(workspace.root)).toEqual(before);
  });

  it("says that nothing is indexed where nothing is, and creates no folder (DIA-10)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const { hits, gaps, completeness } = await engine.search(QUESTION, { refresh: "off" });
    expect(hits).toEqual([]);
    expect(gaps).toContainEqual({ code: "index_empty" });
    expect(completeness.complete).toBe(false);
    expect(completeness.sources[0]).toMatchObject({ name: "files", status: "missing" });
    expect(readdirSync(workspace.root)).not.toContain(".exhibit");
  });
});

/** Every file below a folder with its bytes. */
function snapshot(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, readFileSync(path).toString("base64")]),
  );
}

describe("control: a data folder that can never be made", () => {
  it("is an answer from memory and not a hang, below a file system that refuses folders as absent", async ({
    skip,
  }) => {
    skip(process.platform !== "linux", "only Linux has such a file system everywhere");
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open({ dataFolder: "/proc/exhibit/data" });
    const { hits, gaps } = await engine.search(QUESTION);
    expect(hits[0]?.excerpt).toContain("harbor desk");
    expect(gaps.map((gap) => gap.code)).toContain("data_folder_unusable");
  });
});
