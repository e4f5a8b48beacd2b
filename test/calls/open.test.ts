import { describe, expect, it } from "vitest";
import { aWorkspace } from "../builders/a-workspace.ts";
import { withContentDatabase } from "../builders/stored-rows.ts";

const FILES = {
  "docs/a.md": "# Top\n\nIntro.\n\n## Middle\n\nFirst.\n\n## Last\n\nSecond.\n",
  "plain.txt": "No heading at all.\n",
};

describe("open", () => {
  it("names the headings that the first line shown stands under (CIT-03)", async () => {
    const engine = await aWorkspace(FILES).open();
    const headings = async (reference: string) => (await engine.open(reference)).headingPath;
    expect(await headings("docs/a.md")).toEqual(["Top"]);
    expect(await headings("docs/a.md:7")).toEqual(["Top", "Middle"]);
    expect(await headings("docs/a.md#L10-L11")).toEqual(["Top", "Last"]);
    expect(await headings("plain.txt")).toEqual([]);
  });

  it("shows the version that a path is pinned to, also after the file changed (REF-22)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const { citation } = await engine.open("docs/a.md:7");
    workspace.write({ "docs/a.md": "# Other\n" });
    workspace.advance(2_000);
    const pinned = await engine.open(`docs/a.md:7@${citation.version}`);
    expect(pinned).toMatchObject({ text: "First.", citation: { state: "changed" } });
    expect((await engine.open("docs/a.md")).text).toBe("# Other");
  });

  it("says why a file that is there has no text to show", async () => {
    const workspace = aWorkspace({
      ...FILES,
      "pic.png": new Uint8Array([0x89, 0x50, 0, 1, 2, 3]),
      "latin1.md": new Uint8Array([0x63, 0xe9, 0x20, 0xe8, 0x0a]),
      "big.log": "x".repeat(20_000_000),
      "gone.md": "# Gone\n",
    });
    const engine = await workspace.open();
    await engine.search("gone");
    workspace.remove("gone.md");
    workspace.advance(2_000);
    for (const [path, reason] of [
      ["pic.png", "it is binary and was skipped"],
      ["latin1.md", "no valid text in a known encoding"],
      ["big.log", "it is too large"],
      ["gone.md", "it is not there any more (was in generation 1)"],
    ] as const) {
      await expect(engine.open(path), path).rejects.toMatchObject({
        code: "artifact_unknown",
        message: expect.stringContaining(reason),
      });
      const [check] = (await engine.verify([path])).checks;
      expect(check, path).toMatchObject({ resolved: "version_unknown" });
      expect(check?.reason, path).toContain(reason);
    }
  });

  it("says of a folder that it is one, and how to list it", async () => {
    const engine = await aWorkspace(FILES).open();
    for (const path of ["docs", "docs/", "./docs"]) {
      await expect(engine.open(path), path).rejects.toMatchObject({
        code: "artifact_unknown",
        message: expect.stringContaining(
          `It is a folder with 1 text; "exhibit map --path 'docs/**'" lists them.`,
        ),
      });
    }
  });

  it("refuses lines outside in plain grammar", async () => {
    const engine = await aWorkspace(FILES).open();
    const message = (reference: string) =>
      engine.open(reference).then(
        () => "opened",
        (error: Error) => error.message,
      );
    expect(await message("plain.txt:2-9")).toBe("plain.txt has 1 line; lines 2-9 are outside.");
    expect(await message("plain.txt:2")).toBe("plain.txt has 1 line; line 2 is outside.");
  });
});

describe("explain", () => {
  it("ranks a passage among all, by the ranker it is asked for (DIA-06)", async () => {
    const engine = await aWorkspace(FILES).open();
    const asked = await engine.explain("second", "docs/a.md:11", { ranker: "exact" });
    expect(asked).toMatchObject({ rank: 1, matched: ["second"], unmatched: [] });
    expect((await engine.explain("second", "plain.txt")).rank).toBe("not_a_candidate");
  });

  it("calls damage damage, as open does (CIT-04)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    await engine.search("second");
    withContentDatabase(workspace.dataFolder, (db) => {
      db.exec("UPDATE text_splits SET bytes = zeroblob(length(bytes))");
    });
    await expect(
      engine.explain("second", "docs/a.md:11", { refresh: "off" }),
    ).rejects.toMatchObject({ code: "store_corrupt" });
  });
});
