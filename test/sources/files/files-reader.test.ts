import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFilesReader } from "../../../src/sources/files/files-reader.ts";
import { aTree } from "../../builders/a-tree.ts";

describe("a scan", () => {
  it("lists files in code-unit order of the whole path", async () => {
    const paths = ["a/b.md", "a-b.md", "a.md", "B.md", "a/a/c.md", "z.md", "é.md"];
    const root = aTree(Object.fromEntries(paths.map((path) => [path, ""])));
    const { entries } = await openFilesReader({ root }).scan();
    expect(entries.map((entry) => entry.path)).toEqual([...paths].sort());
  });

  it("gives each file the fingerprint that reading it gives", async () => {
    const root = aTree({ "a.md": "twelve bytes" });
    const reader = openFilesReader({ root });
    const [entry] = (await reader.scan()).entries;
    const stats = statSync(join(root, "a.md"), { bigint: true });
    expect(entry?.fingerprint).toEqual({
      size: 12,
      mtimeNs: stats.mtimeNs,
      ctimeNs: stats.ctimeNs,
      inode: stats.ino,
    });
    expect(entry && (await reader.read(entry))).toEqual({
      status: "ok",
      bytes: Buffer.from("twelve bytes"),
      fingerprint: entry?.fingerprint,
    });
  });

  it("tells an edit of equal length whose mtime was put back", async () => {
    const root = aTree({ "a.md": "one" });
    const reader = openFilesReader({ root });
    const [before] = (await reader.scan()).entries;
    const { atime, mtime } = statSync(join(root, "a.md"));
    writeFileSync(join(root, "a.md"), "two");
    utimesSync(join(root, "a.md"), atime, mtime);
    const [after] = (await reader.scan()).entries;
    expect(after?.fingerprint.ctimeNs).not.toBe(before?.fingerprint.ctimeNs);
  });

  it("finds the same on a second look, in the same order", async () => {
    const reader = openFilesReader({ root: aTree({ "b/x.md": "1", "a.md": "2", ".env": "3" }) });
    expect(await reader.scan()).toEqual(await reader.scan());
  });
});

describe("readCurrent", () => {
  it("reads the bytes that are there now", async () => {
    const root = aTree({ "docs/a.md": "old" });
    const reader = openFilesReader({ root });
    await reader.scan();
    writeFileSync(join(root, "docs/a.md"), "new text");
    expect(await reader.readCurrent("docs/a.md")).toEqual({
      status: "ok",
      bytes: Buffer.from("new text"),
    });
  });

  it.each(["../../.ssh/id_rsa", "docs/../../x.md", "/etc/passwd", "..", "docs/.."])(
    "refuses %s, which leads out (known failure: paths escape the root)",
    async (path) => {
      const reader = openFilesReader({ root: aTree({ "docs/a.md": "" }) });
      expect(await reader.readCurrent(path)).toEqual({
        status: "refused",
        reason: "it leads out of the workspace",
      });
    },
  );

  it.each(["a\0.md", "docs//a.md", "./docs/a.md", "docs/"])(
    "refuses %j, which no listing could have named",
    async (path) => {
      const reader = openFilesReader({ root: aTree({ "docs/a.md": "" }) });
      expect(await reader.readCurrent(path)).toMatchObject({ status: "refused" });
    },
  );

  it("says gone for what is not there, and for a path through a file", async () => {
    const reader = openFilesReader({ root: aTree({ "a.md": "" }) });
    expect(await reader.readCurrent("b.md")).toEqual({ status: "gone" });
    expect(await reader.readCurrent("no/b.md")).toEqual({ status: "gone" });
    expect(await reader.readCurrent("a.md/b.md")).toEqual({ status: "gone" });
  });

  it("says that a folder is not a plain file", async () => {
    const reader = openFilesReader({ root: aTree({ "docs/a.md": "" }) });
    expect(await reader.readCurrent("docs")).toMatchObject({ status: "unreadable" });
  });

  it("keeps closed what lies in a folder that is ignored", async () => {
    const root = aTree({ ".gitignore": "out/\n", "out/deep/a.md": "", ".git/config": "" });
    const reader = openFilesReader({ root });
    expect(await reader.readCurrent("out/deep/a.md")).toEqual({
      status: "refused",
      reason: ".gitignore line 1 (out/) ignores it",
    });
    expect(await reader.readCurrent(".git/config")).toMatchObject({ status: "refused" });
  });
});
