import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RenderedPage } from "../../../src/ports/renderer.ts";
import { listPages, replacePages } from "../../../src/sources/records/pages-folder.ts";
import { aTree, writeTree } from "../../builders/a-tree.ts";

const aPage = (path: string, text: string): RenderedPage => ({ path, bytes: Buffer.from(text) });

/** A data folder whose pages were written before. */
function written(...pages: readonly RenderedPage[]): { root: string; folder: string } {
  const root = aTree();
  const folder = join(root, "pages");
  if (pages.length > 0) replacePages(folder, pages);
  return { root, folder };
}

const read = (...path: readonly string[]): string => readFileSync(join(...path), "utf8");

describe("files of somebody else", () => {
  it("stay where they are when pages are replaced: notes in the folder were deleted, a known failure", () => {
    const { root, folder } = written(aPage("a.md", "A"), aPage("old.md", "O"));
    writeTree(folder, { "notes.md": "mine", "sub/deep/notes.txt": "mine too" });
    symlinkSync("../elsewhere", join(folder, "link"));
    replacePages(folder, [aPage("a.md", "A2"), aPage("sub/b.md", "B")]);
    expect(read(folder, "notes.md")).toBe("mine");
    expect(read(folder, "sub/deep/notes.txt")).toBe("mine too");
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(read(folder, "a.md")).toBe("A2");
    expect(existsSync(join(folder, "old.md"))).toBe(false);
    expect(readdirSync(root)).toEqual(["pages"]);
    expect(listPages(folder)).toEqual(["a.md", "sub/b.md"]);
  });

  it("are set beside the pages that take their places", () => {
    const { folder } = written();
    writeTree(folder, {
      "a.md": "mine",
      "b.md/notes.txt": "mine",
      "same.md": "S",
      "c.md.kept": "1",
    });
    symlinkSync("a.md", join(folder, "c.md"));
    replacePages(
      folder,
      ["a.md", "b.md", "c.md"].map((path) => aPage(path, "ours")).concat(aPage("same.md", "S")),
    );
    expect(read(folder, "a.md")).toBe("ours");
    expect(read(folder, "a.md.kept")).toBe("mine");
    expect(read(folder, "b.md.kept/notes.txt")).toBe("mine");
    expect(read(folder, "c.md")).toBe("ours");
    expect(existsSync(join(folder, "same.md.kept"))).toBe(false);
    replacePages(folder, [aPage("a.md", "ours 2")]);
    expect(read(folder, "a.md.kept")).toBe("mine");
    expect(read(folder, "c.md.kept.kept")).toBe("1");
    expect(lstatSync(join(folder, "c.md.kept")).isSymbolicLink()).toBe(true);
  });

  it("are pages that were edited and are rendered no more; one that is rendered again is repaired (COR-04)", () => {
    const { folder } = written(aPage("a.md", "A"), aPage("gone.md", "G"));
    writeTree(folder, { "a.md": "edited", "gone.md": "edited" });
    replacePages(folder, [aPage("a.md", "A")]);
    expect(read(folder, "a.md")).toBe("A");
    expect(read(folder, "gone.md")).toBe("edited");
    expect(readdirSync(folder).sort()).toEqual([".exhibit-pages.json", "a.md", "gone.md"]);
  });

  it.each(["pages.staged", "pages.replaced"])("in %s are refused and never deleted", (name) => {
    const { root, folder } = written(aPage("a.md", "A"));
    writeTree(root, { [`${name}/notes.md`]: "mine" });
    expect(() => replacePages(folder, [aPage("a.md", "A2")])).toThrow(
      expect.objectContaining({ code: "path_refused" }),
    );
    expect(read(root, name, "notes.md")).toBe("mine");
    expect(read(folder, "a.md")).toBe("A");
  });

  it.each(["pages", "pages.staged", "pages.replaced"])(
    "are not reached through a link in the place of %s",
    (name) => {
      const victim = aTree({ "keep.md": "kept", "a.md": "kept" });
      const { root, folder } = written();
      symlinkSync(victim, join(root, name));
      expect(() => replacePages(folder, [aPage("a.md", "A")])).toThrow(
        expect.objectContaining({ code: "path_refused" }),
      );
      expect(readdirSync(victim).sort()).toEqual(["a.md", "keep.md"]);
      expect(read(victim, "a.md")).toBe("kept");
      expect(lstatSync(join(root, name)).isSymbolicLink()).toBe(true);
      expect(listPages(folder)).toEqual([]);
    },
  );

  it("survive a manifest that was deleted or damaged", () => {
    const { folder } = written(aPage("a.md", "A"), aPage("b.md", "B"));
    writeFileSync(join(folder, ".exhibit-pages.json"), '{"a.md": ');
    writeTree(folder, { "b.md": "edited" });
    replacePages(folder, [aPage("a.md", "A"), aPage("b.md", "B")]);
    expect(readdirSync(folder).sort()).toEqual([
      ...[".exhibit-pages.json", "a.md", "b.md", "b.md.kept"],
    ]);
    expect(read(folder, "b.md.kept")).toBe("edited");
  });
});

describe("a page", () => {
  it.each([
    "../a.md",
    "/a.md",
    "a/../../b.md",
    "",
    "a\0.md",
    "..\\a.md",
    "C:a.md",
    "a.txt",
    "a\n.md",
  ])(
    "is never written at %j, outside its folder or under a name that means another elsewhere",
    (path) => {
      const { root, folder } = written();
      expect(() => replacePages(folder, [aPage(path, "x")])).toThrow(
        expect.objectContaining({ code: "path_refused" }),
      );
      expect(readdirSync(root)).toEqual([]);
    },
  );
});

describe("a run that was killed", () => {
  it.each([
    ["while it wrote the new pages", (root: string) => leaveHalf(root, "pages.staged")],
    [
      "between the two renames",
      (root: string) => renameSync(join(root, "pages"), join(root, "pages.replaced")),
    ],
    ["before it cleared the old pages", (root: string) => leaveHalf(root, "pages.replaced")],
  ])("%s leaves nothing that the next one cannot finish", (_when, interrupt) => {
    const { root, folder } = written(aPage("a.md", "A"), aPage("sub/b.md", "B"));
    interrupt(root);
    replacePages(folder, [aPage("a.md", "A2")]);
    expect(readdirSync(root)).toEqual(["pages"]);
    expect(read(folder, "a.md")).toBe("A2");
    expect(listPages(folder)).toEqual(["a.md"]);
  });

  it("loses no file of somebody else that it had still to move back", () => {
    const { root, folder } = written(aPage("a.md", "A"));
    writeTree(folder, { "notes.md": "mine" });
    renameSync(folder, join(root, "pages.replaced"));
    const other = written(aPage("a.md", "A2"));
    renameSync(other.folder, folder);
    replacePages(folder, [aPage("a.md", "A3")]);
    expect(read(folder, "notes.md")).toBe("mine");
    expect(readdirSync(root)).toEqual(["pages"]);
  });
});

/** A folder of ours, one of whose pages is cut short. */
function leaveHalf(root: string, name: string): void {
  const { folder } = written(aPage("x.md", "X"), aPage("sub/y.md", "Y"));
  writeFileSync(join(folder, "x.md"), "");
  rmSync(join(folder, "sub/y.md"));
  renameSync(folder, join(root, name));
}
