import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openInstructionFiles } from "../../../src/sources/notes/instruction-files.ts";
import { aTree, writeTree } from "../../builders/a-tree.ts";
import { describeNoteSource } from "../../contracts/note-source.ts";

describeNoteSource("instruction files in a named folder", {
  open: () => openInstructionFiles({ home: "/nobody/at/home", agentFolders: [], projectRoots: [] }),
  read: ["AGENTS.md", "AGENTS.override.md", "CLAUDE.local.md", "CLAUDE.md", ".claude/CLAUDE.md"],
  passed: ["agents.txt", "NOTES.md", "docs/CLAUDE.md", ".codex/AGENTS.md"],
});

/** A home with a project two folders below it, and the files that are listed of it by default. */
function aHome(files: Readonly<Record<string, string>>, roots: readonly string[] = ["work/app"]) {
  const home = aTree(files);
  const source = openInstructionFiles({
    home,
    agentFolders: [join(home, ".claude"), join(home, ".codex")],
    projectRoots: roots.map((root) => join(home, root)),
  });
  const listed = async (): Promise<readonly string[]> => {
    const { folders } = await source.list(home);
    const paths = folders.flatMap((folder) => folder.files.map(({ path }) => path));
    return paths.filter((path) => path.startsWith(home)).map((path) => path.slice(home.length + 1));
  };
  return { home, source, listed };
}

describe("instruction files by default", () => {
  it("are those of the user and of every folder above the project, each once", async () => {
    const { listed } = aHome({
      ".claude/CLAUDE.md": "User",
      ".codex/AGENTS.md": "User",
      "CLAUDE.md": "Home",
      "work/AGENTS.md": "Above",
      "work/.claude/CLAUDE.md": "Above",
    });
    expect((await listed()).toSorted()).toEqual([
      ".claude/CLAUDE.md",
      ".codex/AGENTS.md",
      "CLAUDE.md",
      "work/.claude/CLAUDE.md",
      "work/AGENTS.md",
    ]);
  });

  it("are none of the workspace's own texts and none of a folder beside it", async () => {
    const { listed } = aHome({
      "work/app/CLAUDE.md": "A text of the workspace",
      "work/app/.claude/CLAUDE.md": "Another",
      "work/app-2/CLAUDE.md": "A sibling's",
      "work/app/docs/AGENTS.md": "Below",
    });
    expect(await listed()).toEqual([]);
  });

  it("are not those that stand between two folders of one project, nor an agent's folder inside it", async () => {
    const between = { "work/app/AGENTS.md": "Of the main worktree", "work/app/trees/a/x.md": "" };
    const { listed } = aHome(between, ["work/app", "work/app/trees/a"]);
    expect(await listed()).toEqual([]);
    const inside = aHome({ ".claude/CLAUDE.md": "A text of the workspace" }, [".claude"]);
    expect(await inside.listed()).toEqual([]);
  });

  it("say of no project that they are its", async () => {
    const { home, source } = aHome({ ".claude/CLAUDE.md": "User", "work/app/a.md": "" });
    const { folders } = await source.list(home);
    for (const folder of folders) expect(await folder.workingFolders()).toEqual([]);
  });

  it("are read in an agent's folder that is a link, since it was named, and in no other one", async () => {
    const real = aTree({ "CLAUDE.md": "User" });
    const { home, listed } = aHome({ "work/app/a.md": "" });
    symlinkSync(real, join(home, ".claude"));
    symlinkSync(real, join(home, "work/.claude"));
    writeTree(home, { "work/AGENTS.md": "Above" });
    expect((await listed()).toSorted()).toEqual([".claude/CLAUDE.md", "work/AGENTS.md"]);
  });
});
