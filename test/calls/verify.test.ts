import { describe, expect, it } from "vitest";
import { citationOf } from "../../src/index.ts";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";

const FILES = {
  "a.md": aPage("A", "First line.\n\nThe harbor desk owns the ledger.\n\nLast line."),
};

describe("verify", () => {
  it("finds a citation current, then relocated with its new lines, then changed, then gone (CIT-08)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const [hit] = (await engine.search("harbor desk")).hits;
    const line = FILES["a.md"].split("\n").indexOf("The harbor desk owns the ledger.") + 1;
    const citation = `${hit?.artifact}@${hit?.citation.version}#L${line}-L${line}`;
    const state = async () => (await engine.verify([citation], { refresh: "off" })).checks[0];
    expect(await state()).toMatchObject({ resolved: "exact", citation: { state: "current" } });

    workspace.write({ "a.md": `# New\n\nMore.\n\n${FILES["a.md"]}` });
    expect(await state()).toMatchObject({
      citation: { state: "relocated", relocatedTo: { startLine: line + 4, endLine: line + 4 } },
    });

    workspace.write({ "a.md": FILES["a.md"].replace("harbor", "signal") });
    expect(await state()).toMatchObject({ citation: { state: "changed" } });

    workspace.remove("a.md");
    expect(await state()).toMatchObject({ resolved: "exact", citation: { state: "gone" } });
  });

  it("checks every citation of a list, also beside one that is none or points past the end", async () => {
    const engine = await aWorkspace(FILES).open();
    await engine.search("ledger");
    const { checks } = await engine.verify(["a.md:1-2", "a.md:0", "a.md:900", "nowhere.md:1"]);
    expect(checks.map((check) => check.resolved)).toEqual([
      "unpinned",
      "malformed",
      "mismatch",
      "version_unknown",
    ]);
    expect(checks[2]?.reason).toContain("a.md has 11 lines");
  });

  it("says of a citation without a version that it proves nothing, and how to pin it (REF-22)", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const [hit] = (await engine.search("harbor desk")).hits;
    if (hit === undefined) throw new Error("nothing was found");
    const bare = "a.md:7-9";
    workspace.write({ "a.md": aPage("A", "Something else.\n\nAltogether.\n\nReally.") });
    workspace.advance(2_000);
    const [check] = (await engine.verify([bare])).checks;
    expect(check).toMatchObject({ resolved: "unpinned", citation: { state: "current" } });
    const pinned = /a\.md:7-9@[0-9a-f]{16}/.exec(check?.reason ?? "")?.[0] ?? "";
    expect((await engine.verify([pinned, citationOf(hit)])).checks).toMatchObject([
      { resolved: "exact", citation: { state: "current" } },
      { resolved: "exact", citation: { state: "changed" } },
    ]);
  });

  it("compares a saved excerpt and its hash with the cited version", async () => {
    const engine = await aWorkspace(FILES).open();
    const [hit] = (await engine.search("harbor desk")).hits;
    if (hit?.excerpt === undefined) throw new Error("nothing was found");
    const { excerptSha256 } = hit.citation;
    const saved = { citation: citationOf(hit), excerptSha256, excerpt: hit.excerpt };
    const { checks } = await engine.verify([
      saved,
      { ...saved, excerpt: hit.excerpt.replace("harbor", "signal") },
      { ...saved, excerpt: hit.excerpt.slice(2) },
      { ...saved, excerptSha256: "0000000000000000" },
    ]);
    const outcomes = checks.map(({ resolved }) => resolved);
    expect(outcomes).toEqual(["exact", "mismatch", "mismatch", "mismatch"]);
  });

  it("accepts the saved pieces of one enormous line, in any encoding", async () => {
    const line = `${"The harbor desk owns the ledger, näturally. ".repeat(400)}\n`;
    const utf16 = Buffer.from(`\ufeff${line}`, "utf16le");
    const engine = await aWorkspace({ "long.txt": line, "wide.txt": utf16 }).open();
    for (const options of [
      { capBytes: 90_000 },
      { capBytes: 3_000 },
      { detail: "anchor" },
    ] as const) {
      const { hits } = await engine.search("harbor ledger", { ...options, limit: 20 });
      const saved = hits.map((hit) => ({
        citation: citationOf(hit),
        excerptSha256: hit.citation.excerptSha256,
        ...(hit.excerpt === undefined ? {} : { excerpt: hit.excerpt }),
      }));
      const { checks } = await engine.verify(saved, { capBytes: 90_000 });
      expect(checks.length).toBeGreaterThan(0);
      expect(new Set(checks.map(({ resolved }) => resolved))).toEqual(new Set(["exact"]));
    }
    const { hits } = await engine.search("harbor ledger", { detail: "identity" });
    const bare = hits.map((hit) => ({
      citation: citationOf(hit),
      excerptSha256: hit.citation.excerptSha256,
    }));
    const { checks } = await engine.verify(bare);
    expect(new Set(checks.map(({ resolved }) => resolved))).toEqual(new Set(["exact"]));
  });

  it("names the new path of a file that was moved", async () => {
    const workspace = aWorkspace(FILES);
    const engine = await workspace.open();
    const [hit] = (await engine.search("harbor desk")).hits;
    if (hit === undefined) throw new Error("nothing was found");
    workspace.remove("a.md");
    workspace.write({ "docs/b.md": FILES["a.md"] });
    workspace.advance(2_000);
    const [check] = (await engine.verify([citationOf(hit)])).checks;
    expect(check).toMatchObject({ resolved: "exact", citation: { state: "gone" } });
    expect(check?.reason).toContain("indexed as docs/b.md");
    workspace.remove("docs/b.md");
    workspace.advance(2_000);
    const [gone] = (await engine.verify([citationOf(hit)])).checks;
    expect(gone?.reason).toBe("the file is gone");
  });

  it("refuses what is no citation at all by its place in the list", async () => {
    const engine = await aWorkspace(FILES).open();
    const [hit] = (await engine.search("harbor desk")).hits;
    const asked = (value: unknown): Promise<unknown> => engine.verify(value as readonly string[]);
    for (const [value, name] of [
      [[hit?.citation], "citations[0]"],
      [["a.md", hit], "citations[1]"],
      [["a.md", null], "citations[1]"],
      ["a.md:1", "citations"],
      [undefined, "citations"],
      [[], "citations"],
    ] as const) {
      await expect(asked(value), name).rejects.toMatchObject({
        code: "option_invalid",
        details: { name },
      });
    }
    await expect(
      asked([{ citation: "a.md", excerptSha256: "x", excerp: "" }]),
    ).rejects.toMatchObject({
      code: "option_unknown",
    });
  });
});
