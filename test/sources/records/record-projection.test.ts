import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { RenderedPage, Renderer } from "../../../src/ports/renderer.ts";
import { openPagesReader } from "../../../src/sources/records/pages-reader.ts";
import {
  openRecordProjection,
  type RecordProjectionOptions,
} from "../../../src/sources/records/record-projection.ts";
import { aTree, writeTree } from "../../builders/a-tree.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function pagesIn(root: string): readonly string[] {
  const folder = join(root, ".exhibit/pages");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && entry.name !== ".exhibit-pages.json")
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

const aPage = (path: string, text: string): RenderedPage => ({ path, bytes: Buffer.from(text) });

function openIn(root: string, renderer?: Renderer) {
  const options: RecordProjectionOptions = { root, pagesFolder: join(root, ".exhibit/pages") };
  return openRecordProjection(renderer === undefined ? options : { ...options, renderer });
}

const ownRenderer: Renderer = {
  id: "own/1",
  render: async () => ({ status: "rendered", pages: [], gaps: [] }),
};

describe("the inputs of a projection", () => {
  it("are the record files with what they hash to, in order", async () => {
    const root = aTree({ "records/b.json": "[]", "records/a.jsonl": "{}", "records/x.md": "" });
    const inputs = await openIn(root).inputs();
    expect(inputs.map(({ path, version }) => [path, version])).toEqual([
      ["records/a.jsonl", sha256("{}")],
      ["records/b.json", sha256("[]")],
    ]);
    expect(inputs[0]?.fingerprint.size).toBe(2);
  });

  it("are all files below the records folder for a renderer of the workspace's own", async () => {
    const root = aTree({ "records/deep/b.csv": "1", "records/a.jsonl": "", "other.csv": "" });
    const paths = (await openIn(root, ownRenderer).inputs()).map(({ path }) => path);
    expect(paths).toEqual(["records/a.jsonl", "records/deep/b.csv"]);
  });

  it("differ after any edit between two looks, even one of equal length (REF-12)", async () => {
    const root = aTree({ "records/a.jsonl": "1" });
    const projection = openIn(root);
    const before = await projection.inputs();
    expect(await projection.inputs()).toEqual(before);
    writeTree(root, { "records/a.jsonl": "2" });
    expect(await projection.inputs()).not.toEqual(before);
  });

  it("differ after an edit of a file too large to be rendered", async () => {
    const root = aTree({ "records/a.jsonl": "" });
    truncateSync(join(root, "records/a.jsonl"), 17 * 1024 * 1024);
    const [before] = await openIn(root).inputs();
    truncateSync(join(root, "records/a.jsonl"), 18 * 1024 * 1024);
    const [after] = await openIn(root).inputs();
    expect(after?.version).not.toBe(before?.version);
  });

  it("are none without a records folder", async () => {
    expect(await openIn(aTree()).inputs()).toEqual([]);
  });
});

describe("the pages people read", () => {
  it("are replaced as a set: stale pages go, and nothing beside the folder is touched", async () => {
    const root = aTree({ ".exhibit/content.db": "kept" });
    const projection = openIn(root);
    await projection.writePages([aPage("stale.md", ""), aPage("sub/old.md", "")]);
    await projection.writePages([aPage("a.md", "A"), aPage("sub/b.md", "B")]);
    expect(readdirSync(join(root, ".exhibit")).sort()).toEqual(["content.db", "pages"]);
    expect(pagesIn(root)).toEqual(["a.md", "sub/b.md"]);
    expect(await projection.readPageVersions()).toEqual(
      new Map([
        ["a.md", sha256("A")],
        ["sub/b.md", sha256("B")],
      ]),
    );
    await projection.writePages([]);
    expect(await projection.readPageVersions()).toEqual(new Map());
    expect(pagesIn(root)).toEqual([]);
  });

  it("stay as they were when the new ones cannot be written", async () => {
    const root = aTree();
    const projection = openIn(root);
    await projection.writePages([aPage("a.md", "old")]);
    // One page would have to be file and folder at once.
    const impossible = [aPage("x.md", "1"), aPage("x.md/y.md", "2")];
    await expect(projection.writePages(impossible)).rejects.toMatchObject({
      code: "data_folder_unusable",
    });
    expect(await projection.readPageVersions()).toEqual(new Map([["a.md", sha256("old")]]));
    expect(readdirSync(join(root, ".exhibit"))).toEqual(["pages"]);
  });

  it.each(["../a.md", "/a.md", "a/../../b.md", "", "a\0.md", "..\\a.md"])(
    "are never written at %j, outside their folder",
    async (path) => {
      const root = aTree();
      await expect(openIn(root).writePages([aPage(path, "x")])).rejects.toMatchObject({
        code: "path_refused",
      });
      expect(readdirSync(root)).toEqual([]);
    },
  );

  it("show an edit, and a page that is gone", async () => {
    const root = aTree();
    const projection = openIn(root);
    await projection.writePages([aPage("a.md", "A"), aPage("b.md", "B")]);
    writeFileSync(join(root, ".exhibit/pages/a.md"), "edited");
    rmSync(join(root, ".exhibit/pages/b.md"));
    expect(await projection.readPageVersions()).toEqual(new Map([["a.md", sha256("edited")]]));
  });

  it("can be deleted without touching a record (COR-03)", async () => {
    const root = aTree({ "records/a.jsonl": "{}" });
    const projection = openIn(root);
    const before = await projection.inputs();
    await projection.writePages([aPage("a.md", "A")]);
    rmSync(join(root, ".exhibit"), { recursive: true });
    expect(await projection.readPageVersions()).toEqual(new Map());
    expect(await projection.inputs()).toEqual(before);
    expect(existsSync(join(root, "records/a.jsonl"))).toBe(true);
  });
});

describe("the pages reader", () => {
  it("reads a page as it is now, and says what it cannot read", async () => {
    const outside = aTree({ "o.md": "outside" });
    const folder = aTree({ "a.md": "A" });
    symlinkSync(join(outside, "o.md"), join(folder, "link.md"));
    symlinkSync(outside, join(folder, "out"));
    const reader = openPagesReader(folder);
    expect(await reader.readCurrent("a.md")).toEqual({ status: "ok", bytes: Buffer.from("A") });
    expect(await reader.readCurrent("b.md")).toEqual({ status: "gone" });
    expect(await reader.readCurrent("../x.md")).toMatchObject({ status: "refused" });
    expect(await reader.readCurrent("out/o.md")).toMatchObject({ status: "refused" });
    expect(await reader.readCurrent("link.md")).toEqual({
      status: "refused",
      reason: "symbolic links are not followed",
    });
    const missing = openPagesReader(join(folder, "missing"));
    expect(await missing.readCurrent("a.md")).toEqual({ status: "gone" });
  });
});
