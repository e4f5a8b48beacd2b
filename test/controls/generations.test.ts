import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";

describe("control: generations are immutable", () => {
  it("resolves a citation of an old generation after a newer one is published (CIT-10, REF-08)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("A", "The first wording.") });
    const engine = await workspace.open();
    const [old] = (await engine.search("first wording")).hits;
    const citation = `${old?.artifact}@${old?.citation.version}#L${old?.citation.startLine}-L${old?.citation.endLine}`;

    workspace.write({ "a.md": aPage("A", "Another wording.") });
    workspace.advance(2_000);
    const after = await engine.search("another wording");
    expect(after.freshness.projection.generation).toBe(2);

    const opened = await engine.open(citation);
    expect(opened.text).toBe(old?.excerpt);
    const { checks } = await engine.verify([citation]);
    expect(checks[0]).toMatchObject({ resolved: "exact", citation: { state: "changed" } });
  });

  it("resolves a reference to version, hash and place, and refuses an unknown one by name (REF-21)", async () => {
    const text = aPage("A", "The harbor desk owns the ledger.");
    const engine = await aWorkspace({ "docs/a b.md": text }).open();
    await engine.refresh();
    const sha256 = createHash("sha256").update(text).digest("hex");
    const { checks } = await engine.verify(["artifact://files/docs/a%20b.md", "docs/nowhere.md"]);
    expect(checks[0]).toMatchObject({
      artifact: "artifact://files/docs/a%20b.md",
      resolved: "unpinned",
      citation: { path: "docs/a b.md", version: sha256.slice(0, 16), startLine: 1, endLine: 7 },
    });
    expect(checks[1]).toMatchObject({ resolved: "version_unknown", artifact: "unknown" });
    const opened = await engine.open("artifact://files/docs/a%20b.md");
    expect(opened).toMatchObject({ text: text.trimEnd(), totalLines: 7 });
    expect(opened.citation.version).toBe(sha256.slice(0, 16));
    await expect(engine.open("artifact://files/docs/nowhere.md")).rejects.toMatchObject({
      code: "artifact_unknown",
      message: expect.stringContaining("artifact://files/docs/nowhere.md"),
    });
  });

  it("reports a pinned version that is not stored, and puts no other in its place (REF-22)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("A", "words") });
    const engine = await workspace.open();
    await engine.search("words");
    const { checks } = await engine.verify(["artifact://files/a.md@0123456789abcdef#L1-L1"]);
    expect(checks[0]).toMatchObject({ resolved: "version_unknown", citation: "unknown" });
    await expect(engine.open("artifact://files/a.md@0123456789abcdef")).rejects.toMatchObject({
      code: "version_unknown",
    });
  });

  it("searches only the current generation: what was deleted is gone from answers", async () => {
    const workspace = aWorkspace({ "a.md": aPage("A", "zebra"), "b.md": aPage("B", "lion") });
    const engine = await workspace.open();
    expect((await engine.search("zebra")).hits).toHaveLength(1);
    workspace.remove("a.md");
    workspace.advance(2_000);
    const { hits, gaps } = await engine.search("zebra");
    expect(hits).toEqual([]);
    expect(gaps).toContainEqual({ code: "term_unmatched", subject: "zebra" });
  });

  it("names a module that the last projection had and this one does not (COR-21)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("A", "zebra"), "b.md": aPage("B", "lion") });
    const engine = await workspace.open();
    await engine.search("zebra");
    workspace.remove("a.md");
    workspace.advance(2_000);
    const { gaps } = await engine.search("lion");
    expect(gaps).toContainEqual({
      code: "module_missing",
      subject: "a.md",
      detail: "was in generation 1",
    });
  });

  it("names a module that the configuration expects and nobody wrote (COR-21)", async () => {
    const workspace = aWorkspace({
      "exhibit.config.json": JSON.stringify({ modules: ["owners.md"] }),
      "b.md": aPage("B", "lion"),
    });
    const engine = await workspace.open();
    const { gaps } = await engine.search("lion");
    expect(gaps).toContainEqual({
      code: "module_missing",
      subject: "owners.md",
      detail: "named by the configuration",
    });
  });
});
