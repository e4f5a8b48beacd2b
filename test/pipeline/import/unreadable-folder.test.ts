import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openClaudeCodeReader } from "../../../src/sources/sessions/claude-code/claude-code-reader.ts";
import { openPlainReader } from "../../../src/sources/sessions/jsonl/plain-reader.ts";
import { aTree } from "../../builders/a-tree.ts";
import { aWorkspace } from "../../builders/a-workspace.ts";
import { anImport } from "../../builders/an-import.ts";
import { MemoryEntryStore } from "../../builders/memory-entry-store.ts";

const reader = openPlainReader({ spool: "/nowhere" });
const said = (text: string) => `${JSON.stringify({ session: "s1", text, cwd: "/home/dev/app" })}\n`;

/**
 * Puts a folder so deep that its path is longer than the system takes: nobody can list it, the superuser neither. Two halves
 * that are short enough become one that is not, until the test ends.
 */
function bury(root: string, name: string): void {
  const half = Array.from({ length: 12 }, () => "x".repeat(200)).join("/");
  const upper = join(root, "upper", half);
  const lower = join(root, "lower");
  mkdirSync(upper, { recursive: true });
  mkdirSync(join(lower, half), { recursive: true });
  renameSync(join(root, name), join(lower, half, name));
  renameSync(lower, join(upper, "lower"));
  // Removing it takes its path.
  onTestFinished(() => renameSync(join(upper, "lower"), lower));
}

describe("a folder that cannot be listed", () => {
  it("is named, the others are read, and nothing is taken for deleted", async () => {
    const root = aTree({ "a.jsonl": said("one"), "b/b.jsonl": said("two") });
    const store = new MemoryEntryStore();
    await anImport(store, { reader, root });
    rmSync(join(root, "b"), { recursive: true });
    const other = aTree({ "a.jsonl": said("four"), "c/c.jsonl": said("three") });
    bury(other, "c");
    const report = await anImport(store, { reader, root: other });
    expect(report).toMatchObject({
      status: "partial",
      files: { failed: 1, gone: 0 },
      events: { new: 1 },
    });
    expect(report.reason).toMatch(/x{200}: ENAMETOOLONG$/);
    // Listed to its end, a folder without the file says that it is gone.
    expect(await anImport(store, { reader, root })).toMatchObject({ files: { gone: 1 } });
  });

  it("does not turn what was imported from it into deleted files", async () => {
    const root = aTree({ "a.jsonl": said("one"), "c/c.jsonl": said("two") });
    const store = new MemoryEntryStore();
    await anImport(store, { reader, root });
    const hidden = {
      ...reader,
      list: async (folder: string) =>
        (await reader.list(folder)).map((file) =>
          file.path.endsWith("c.jsonl")
            ? { ...file, path: join(root, "c"), unreadable: "EACCES" }
            : file,
        ),
      listMissing: async () => {
        throw new Error("nobody can tell what is gone");
      },
    };
    const report = await anImport(store, { reader: hidden, root });
    expect(report).toMatchObject({ files: { gone: 0, failed: 1 }, missingSessions: { count: 0 } });
    expect([...store.read.values()].map(({ present }) => present)).toEqual([true, true]);
  });

  it("is a gap of an answer that is not complete", async () => {
    const workspace = aWorkspace();
    const root = aTree({ "a.jsonl": said("one"), "c/c.jsonl": said("two") });
    bury(root, "c");
    const engine = await workspace.open();
    const maps = [{ from: "/home/dev/app", to: workspace.root }];
    const { completeness, gaps, totals } = await engine.import({ from: "jsonl", root, maps });
    expect(totals).toMatchObject({ new: 1 });
    expect(completeness.complete).toBe(false);
    expect(gaps).toMatchObject([{ code: "file_unreadable", detail: "ENAMETOOLONG" }]);
  });

  it("refuses the list only where it is the root itself", async () => {
    const root = join(aTree(), "absent");
    for (const one of [reader, openClaudeCodeReader({ home: root })]) {
      await expect(one.list(root)).rejects.toMatchObject({ code: "source_unavailable" });
    }
  });
});
