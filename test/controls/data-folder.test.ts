import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aTree } from "../builders/a-tree.ts";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";

const QUESTION = "who owns the ledger";
const RECORD = {
  id: "1",
  title: "Ledger",
  body: "The quay desk owns the ledger.",
  observedAt: "2026-10-01",
};
const FILES = {
  "pages/mine.md": aPage("Mine", "My own notes on the ledger."),
  "records/a.jsonl": `${JSON.stringify(RECORD)}\n`,
};

describe("control: a data folder behind a link that the workspace holds", () => {
  for (const [what, link] of [
    ["to the workspace itself", "."],
    ["to one of its folders", "pages"],
  ] as const) {
    it(`${what} is not written through; the answer comes from memory and says so`, async () => {
      const workspace = aWorkspace(FILES);
      symlinkSync(link, workspace.dataFolder);
      const engine = await workspace.open();
      const { hits, gaps } = await engine.search(QUESTION);
      expect(hits.map((hit) => hit.citation.path)).toContain("pages/mine.md");
      expect(gaps).toContainEqual({
        code: "data_folder_unusable",
        detail: expect.stringContaining("symbolic link"),
      });
      await expect(
        engine.observe("pages/mine.md", {
          at: "2026-10-15T08:00:00Z",
          evidence: "seen",
          expires: "2026-10-16T08:00:00Z",
        }),
      ).rejects.toMatchObject({ code: "data_folder_unusable" });
      expect(readdirSync(workspace.root).sort()).toEqual([".exhibit", "pages", "records"]);
      expect(readdirSync(join(workspace.root, "pages"))).toEqual(["mine.md"]);
    });
  }

  it("further up is refused as well", async () => {
    const workspace = aWorkspace(FILES);
    symlinkSync("pages", join(workspace.root, "cache"));
    const engine = await workspace.open({ dataFolder: join(workspace.root, "cache", "data") });
    expect((await engine.search(QUESTION)).gaps.map(({ code }) => code)).toContain(
      "data_folder_unusable",
    );
    expect(readdirSync(join(workspace.root, "pages"))).toEqual(["mine.md"]);
  });
});

describe("control: a plain file where the data folder should be", () => {
  it("is a finding of doctor and no empty answer, also for a call that may not write", async () => {
    const workspace = aWorkspace(FILES);
    writeFileSync(workspace.dataFolder, "in the way");
    const engine = await workspace.open();
    expect((await engine.doctor()).findings[0]).toMatchObject({
      name: "data folder",
      status: "failed",
    });
    expect((await engine.search(QUESTION, { refresh: "off" })).hits).not.toEqual([]);
  });
});

describe("control: a workspace that cannot be listed any more", () => {
  it("is answered from the last good generation, marked, and not refused (REF-09)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("Owners", "The harbor desk owns the ledger.") });
    const dataFolder = join(aTree(), "data");
    const engine = await workspace.open({ dataFolder });
    await engine.search(QUESTION);
    renameSync(workspace.root, `${workspace.root}-gone`);
    workspace.advance(2_000);
    for (const refresh of ["auto", "off"] as const) {
      const { hits, freshness, completeness } = await engine.search(QUESTION, { refresh });
      expect(hits[0]).toMatchObject({ citation: { state: "gone" } });
      expect(hits[0]?.excerpt).toContain("harbor desk");
      expect(freshness.projection.state).toBe("last_good");
      expect(completeness.complete).toBe(false);
    }
    await expect(engine.search(QUESTION, { refresh: "strict" })).rejects.toMatchObject({
      code: "refresh_failed",
    });
    await engine.close();
    rmSync(`${workspace.root}-gone`, { recursive: true });
    mkdirSync(workspace.root);
  });
});
