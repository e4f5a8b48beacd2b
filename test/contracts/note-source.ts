import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NoteListing, NoteSource } from "../../src/ports/note-source.ts";
import { aTree, writeTree } from "../builders/a-tree.ts";

/** Where a source looks below its root, for one file of each. */
export interface NoteSourceCase {
  readonly open: (root: string) => NoteSource;
  /** Files that it reads, relative to the root, in the order it lists them. */
  readonly read: readonly string[];
  /** Files beside them that it does not read. */
  readonly passed: readonly string[];
}

const pathsOf = ({ folders }: NoteListing): readonly string[] =>
  folders.flatMap(({ files }) => files.map(({ path }) => path));

/** Names, sizes and times of everything below a folder. */
function stateOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => `${name} ${statSync(join(root, name), { bigint: true }).mtimeNs}`);
}

/** What every source of notes promises. */
export function describeNoteSource(name: string, { open, passed, read }: NoteSourceCase): void {
  const [first = ""] = read;
  const aRoot = (): string =>
    aTree(Object.fromEntries([...read, ...passed].map((path) => [path, `Text of ${path}.`])));

  describe(`the notes of ${name}`, () => {
    it("are the files of its convention and no others, sorted, with their bytes (STO-06)", async () => {
      const root = aRoot();
      const source = open(root);
      const listed = pathsOf(await source.list(root));
      expect(listed).toEqual(read.map((path) => join(root, path)));
      const bytes = await source.read(join(root, first));
      if (bytes.status !== "ok") throw new Error(bytes.status);
      expect(Buffer.from(bytes.bytes).toString()).toBe(`Text of ${first}.`);
    });

    it("do not depend on times of the file system, and reading leaves everything as it was", async () => {
      const root = aRoot();
      const source = open(root);
      utimesSync(join(root, first), new Date(0), new Date(1));
      const before = stateOf(root);
      const listing = await source.list(root);
      for (const folder of listing.folders) await folder.workingFolders();
      await source.read(join(root, first));
      expect(stateOf(root)).toEqual(before);
    });

    it("are never what a link leads to", async () => {
      const root = aRoot();
      const elsewhere = aTree({ "secret.md": "Of somebody else." });
      rmSync(join(root, first));
      symlinkSync(join(elsewhere, "secret.md"), join(root, first));
      const source = open(root);
      const listing = await source.list(root);
      expect(pathsOf(listing)).toEqual(read.slice(1).map((path) => join(root, path)));
      expect(listing.skipped).toEqual({ "symbolic link": 1 });
      expect(await source.read(join(root, first))).toMatchObject({ status: "failed" });
    });

    it("are refused where the root is not there, and too large ones are failures with a reason", async () => {
      const root = aRoot();
      const source = open(root);
      await expect(source.list(join(root, "nowhere"))).rejects.toMatchObject({
        code: "source_unavailable",
      });
      writeTree(root, { [first]: Buffer.alloc(4 * 1024 * 1024 + 1, "a") });
      expect(await source.read(join(root, first))).toMatchObject({
        status: "failed",
        reason: expect.stringContaining("at most"),
      });
    });

    it("are gone only when nothing is at their place any more", async () => {
      const root = aRoot();
      const source = open(root);
      const path = join(root, first);
      expect(await source.isGone(path)).toBe(false);
      rmSync(path);
      expect(await source.isGone(path)).toBe(true);
      expect(await source.read(path)).toEqual({ status: "gone" });
      mkdirSync(path);
      expect(await source.isGone(path)).toBe(false);
      expect(await source.read(path)).toMatchObject({ status: "failed" });
    });
  });
}
