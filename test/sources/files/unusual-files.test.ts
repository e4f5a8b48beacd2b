import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SourceReader } from "../../../src/ports/source-reader.ts";
import { openFilesReader } from "../../../src/sources/files/files-reader.ts";
import { aTree } from "../../builders/a-tree.ts";

/** Whether names are plain bytes here, kept apart by case and normalization. */
const keepsNames = process.platform === "linux";

async function listPaths(reader: SourceReader): Promise<string[]> {
  return (await reader.scan()).entries.map((entry) => entry.path);
}

describe("links", () => {
  it("are listed as gaps that say where they lead, and are not followed", async () => {
    const outside = aTree({ "o.md": "outside" });
    const root = aTree({ "a.md": "", "docs/b.md": "" });
    symlinkSync(join(outside, "o.md"), join(root, "file-out"));
    symlinkSync(outside, join(root, "folder-out"));
    symlinkSync("docs", join(root, "folder-in"));
    symlinkSync("../..", join(root, "docs/up"));
    symlinkSync("self", join(root, "self"));
    symlinkSync("nowhere", join(root, "dangling"));
    const scan = await openFilesReader({ root }).scan();
    expect(scan.entries.map((entry) => entry.path)).toEqual(["a.md", "docs/b.md"]);
    expect(scan.gaps.map((gap) => [gap.code, gap.subject, gap.detail?.split(", ")[1]])).toEqual([
      ["link_not_followed", "dangling", "where nothing is"],
      ["link_not_followed", "docs/up", "a loop: the folder it lies in is inside"],
      ["link_not_followed", "file-out", "outside the workspace"],
      ["link_not_followed", "folder-in", "inside the workspace"],
      ["link_not_followed", "folder-out", "outside the workspace"],
      ["link_not_followed", "self", "a loop"],
    ]);
  });

  it("may lead to the workspace itself", async () => {
    const folder = aTree({ "real/a.md": "" });
    symlinkSync("real", join(folder, "link"));
    const reader = openFilesReader({ root: join(folder, "link") });
    expect(await listPaths(reader)).toEqual(["a.md"]);
    expect(await reader.readCurrent("a.md")).toMatchObject({ status: "ok" });
  });

  it("put in the place of a listed file or folder are not read through", async () => {
    const outside = aTree({ "a.md": "outside", "x.md": "outside" });
    const root = aTree({ "docs/a.md": "inside", "x.md": "inside" });
    const reader = openFilesReader({ root });
    const { entries } = await reader.scan();
    rmSync(join(root, "docs"), { recursive: true });
    symlinkSync(outside, join(root, "docs"));
    rmSync(join(root, "x.md"));
    symlinkSync(join(outside, "x.md"), join(root, "x.md"));
    for (const entry of entries) {
      expect(await reader.read(entry)).toMatchObject({
        status: "gap",
        gap: { code: "link_not_followed", subject: entry.path },
      });
      expect(await reader.readCurrent(entry.path)).toMatchObject({ status: "refused" });
    }
  });
});

describe("special files", () => {
  it.skipIf(process.platform === "win32")(
    "are gaps and never opened, so a pipe nobody writes to does not block",
    async () => {
      const root = aTree({ "a.md": "" });
      execFileSync("mkfifo", [join(root, "pipe.md")]);
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
      onTestFinished(() => void server.close());
      const reader = openFilesReader({ root });
      const { entries, gaps } = await reader.scan();
      expect(entries.map((entry) => entry.path)).toEqual(["a.md"]);
      expect(gaps).toEqual([
        { code: "file_special", subject: "pipe.md" },
        { code: "file_special", subject: "socket" },
      ]);
      expect(await reader.readCurrent("pipe.md")).toEqual({
        status: "unreadable",
        reason: "not a plain file",
      });
      for (const entry of entries) {
        // The same pipe in the place of a file that was listed.
        rmSync(join(root, entry.path));
        execFileSync("mkfifo", [join(root, entry.path)]);
        expect(await reader.read(entry)).toMatchObject({ gap: { code: "file_special" } });
      }
    },
  );
});

describe("files that cannot be read", () => {
  it("are gaps by size, before a byte is read: a 2 GB file costs nothing", async () => {
    const root = aTree({ "big.md": "", "small.md": "12345678" });
    truncateSync(join(root, "big.md"), 2 * 1024 ** 3);
    const reader = openFilesReader({ root });
    const { entries, gaps } = await reader.scan();
    expect(entries.map((entry) => entry.path)).toEqual(["small.md"]);
    expect(gaps).toEqual([
      {
        code: "file_too_large",
        subject: "big.md",
        detail: "2147483648 bytes; at most 16777216 are read",
      },
    ]);
    expect(await reader.readCurrent("big.md")).toMatchObject({ status: "unreadable" });
    expect(await listPaths(openFilesReader({ root, maxFileBytes: 7 }))).toEqual([]);
  });

  it("are gaps when they grew too large or vanished after they were listed", async () => {
    const root = aTree({ "gone.md": "", "grown.md": "" });
    const reader = openFilesReader({ root, maxFileBytes: 10 });
    const [gone, grown] = (await reader.scan()).entries;
    rmSync(join(root, "gone.md"));
    writeFileSync(join(root, "grown.md"), "12345678901");
    expect(gone && (await reader.read(gone))).toEqual({
      status: "gap",
      gap: { code: "artifact_vanished", subject: "gone.md" },
    });
    expect(grown && (await reader.read(grown))).toMatchObject({ gap: { code: "file_too_large" } });
    expect(await reader.readCurrent("gone.md")).toEqual({ status: "gone" });
  });

  it.skipIf(process.platform === "win32")(
    "are gaps when permission is missing, for files, folders and ignore files",
    async () => {
      const root = aTree({ "a.md": "", "shut/b.md": "", ".gitignore": "x", "c.md": "" });
      chmodSync(root, 0o755);
      for (const closed of ["a.md", "shut", ".gitignore"]) chmodSync(join(root, closed), 0);
      withoutPrivilege();
      const reader = openFilesReader({ root });
      const { entries, gaps } = await reader.scan();
      expect(gaps).toEqual([
        {
          code: "file_unreadable",
          subject: ".gitignore",
          detail: "its rules: no permission (EACCES)",
        },
        { code: "file_unreadable", subject: "shut/", detail: "no permission (EACCES)" },
      ]);
      const file = entries.find((entry) => entry.path === "a.md");
      expect(file && (await reader.read(file))).toEqual({
        status: "gap",
        gap: { code: "file_unreadable", subject: "a.md", detail: "no permission (EACCES)" },
      });
      expect(await reader.readCurrent("shut/b.md")).toMatchObject({ status: "unreadable" });
      expect(await reader.readCurrent("c.md")).toMatchObject({ status: "ok" });
    },
  );
});

/** Gives up the superuser's right to read everything until the test ends, so that permissions mean something. */
function withoutPrivilege(): void {
  if (process.geteuid?.() !== 0) return;
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
}

describe("names", () => {
  it.skipIf(!keepsNames)("that are not UTF-8 are gaps, shown escaped", async () => {
    const root = aTree({ "ok\ufffd.md": "really U+FFFD", "a.md": "" });
    const raw = (text: string) =>
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from(text, "latin1")]);
    writeFileSync(raw("caf\xe9.md"), "");
    mkdirSync(raw("d\xff"));
    writeFileSync(raw("d\xff/inside.md"), "");
    const scan = await openFilesReader({ root }).scan();
    expect(scan.entries.map((entry) => entry.path)).toEqual(["a.md", "ok\ufffd.md"]);
    expect(scan.gaps).toEqual([
      { code: "path_not_utf8", subject: "caf\\xe9.md" },
      { code: "path_not_utf8", subject: "d\\xff" },
    ]);
  });

  it.skipIf(!keepsNames)("differing only in normalization or case stay apart", async () => {
    const names = ["\u00e9.md", "e\u0301.md", "README.md", "readme.md"];
    const reader = openFilesReader({ root: aTree(Object.fromEntries(names.map((n) => [n, n]))) });
    expect(await listPaths(reader)).toEqual([...names].sort());
    for (const name of names) {
      expect(await reader.readCurrent(name)).toEqual({ status: "ok", bytes: Buffer.from(name) });
    }
  });

  it.skipIf(!keepsNames)(
    "with line breaks, control characters and backslashes are ordinary",
    async () => {
      const names = ["a\nb.md", "\x01.md", "back\\slash.md", " .md", "-rf.md", "\u{1f4d6}.md"];
      const reader = openFilesReader({
        root: aTree(Object.fromEntries(names.map((n) => [n, "x"]))),
      });
      expect(await listPaths(reader)).toEqual([...names].sort());
      expect(await reader.readCurrent("a\nb.md")).toMatchObject({ status: "ok" });
    },
  );

  it.skipIf(process.platform === "win32")(
    "that nest deeper than a path may be long are a gap, not a crash (known failure: ENAMETOOLONG)",
    async () => {
      const root = aTree({ "a.md": "" });
      const dig = `for (let i = 0; i < 60; i++) { fs.mkdirSync("${"d".repeat(100)}"); process.chdir("${"d".repeat(100)}"); }`;
      execFileSync(process.execPath, ["-e", dig], { cwd: root });
      // Node's own removal fails on such paths; this runs before the builder's.
      onTestFinished(() => void execFileSync("rm", ["-rf", root]));
      const scan = await openFilesReader({ root }).scan();
      expect(scan.entries.map((entry) => entry.path)).toEqual(["a.md"]);
      expect(scan.gaps).toMatchObject([
        { code: "file_unreadable", detail: "longer than this system allows (ENAMETOOLONG)" },
      ]);
      const tooLong = "x".repeat(5_000);
      expect(await openFilesReader({ root }).readCurrent(tooLong)).toMatchObject({
        status: "unreadable",
      });
    },
  );

  it("may nest a thousand folders deep", async () => {
    const path = `${"d/".repeat(1_000)}a.md`;
    const reader = openFilesReader({ root: aTree({ [path]: "deep" }) });
    expect(await listPaths(reader)).toEqual([path]);
    expect(await reader.readCurrent(path)).toMatchObject({ status: "ok" });
  });
});

describe("a root", () => {
  it("that is gone is refused by name, not listed as empty", async () => {
    const root = aTree({ "a.md": "" });
    const reader = openFilesReader({ root });
    rmSync(root, { recursive: true });
    expect(existsSync(root)).toBe(false);
    await expect(reader.scan()).rejects.toMatchObject({
      code: "source_unavailable",
      details: { source: "files", path: root },
    });
  });

  it("that is a file is refused by name", async () => {
    const root = join(aTree({ "a.md": "" }), "a.md");
    await expect(openFilesReader({ root }).scan()).rejects.toMatchObject({
      code: "source_unavailable",
    });
  });

  it("that is empty lists nothing", async () => {
    expect(await openFilesReader({ root: aTree() }).scan()).toEqual({ entries: [], gaps: [] });
  });
});
