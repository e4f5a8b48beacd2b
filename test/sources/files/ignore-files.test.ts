import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFilesReader } from "../../../src/sources/files/files-reader.ts";
import { RECORD_PATTERNS } from "../../../src/sources/records/record-files.ts";
import { commitAll, GIT_MISSING, git, initRepository } from "../../builders/a-repository.ts";
import { aTree, writeTree } from "../../builders/a-tree.ts";

async function listPaths(root: string, reserved: readonly string[] = []): Promise<string[]> {
  const scan = await openFilesReader({ root, reserved }).scan();
  return scan.entries.map((entry) => entry.path);
}

describe("ignore files", () => {
  it("re-include by negation what a sibling pattern left out (known failure: plugins/* with !plugins/app)", async () => {
    const root = aTree({
      ".gitignore": "plugins/*\n!plugins/app\n",
      "plugins/app/a.md": "",
      "plugins/other/b.md": "",
    });
    expect(await listPaths(root)).toEqual(["plugins/app/a.md"]);
  });

  it("are no text of the workspace, also where git keeps them (!.gitignore)", async () => {
    const root = aTree({
      ".gitignore": "*.log\n!.gitignore\n",
      "sub/.exhibitignore": "!.exhibitignore\n",
      "ignore.md": "",
    });
    expect(await listPaths(root)).toEqual(["ignore.md"]);
    const outcome = await openFilesReader({ root }).readCurrent("sub/.exhibitignore");
    expect(outcome).toMatchObject({ status: "refused" });
    expect(JSON.stringify(outcome)).toContain("the built-in list");
  });

  it("cannot re-include a file below a folder that is left out", async () => {
    const root = aTree({ ".gitignore": "out/\n!out/keep.md\n", "out/keep.md": "" });
    expect(await listPaths(root)).toEqual([]);
  });

  it("count in nested folders, for what lies below them only", async () => {
    const root = aTree({
      "docs/.gitignore": "/draft.md\n*.tmp\n",
      "docs/draft.md": "",
      "docs/deep/draft.md": "",
      "docs/deep/x.tmp": "",
      "x.tmp": "",
    });
    expect(await listPaths(root)).toEqual(["docs/deep/draft.md", "x.tmp"]);
  });

  it("let .exhibitignore decide after .gitignore, both ways", async () => {
    const root = aTree({
      ".gitignore": "generated/\n",
      ".exhibitignore": "!generated/\nprivate.md\n",
      "generated/a.md": "",
      "private.md": "",
      "sub/.gitignore": "!private.md\n",
      "sub/private.md": "",
    });
    expect(await listPaths(root)).toEqual(["generated/a.md"]);
  });

  it("leave out dependency folders by a built-in list that an ignore file can lift", async () => {
    const files = { "node_modules/p/README.md": "", "a/.venv/b.md": "", "a.md": "" };
    expect(await listPaths(aTree(files))).toEqual(["a.md"]);
    const lifted = aTree({ ...files, ".exhibitignore": "!node_modules/\n" });
    expect(await listPaths(lifted)).toEqual(["a.md", "node_modules/p/README.md"]);
  });

  it("never open .git or .exhibit, whatever they say", async () => {
    const root = aTree({
      ".exhibitignore": "!.exhibit\n!.git\n",
      ".exhibit/pages/a.md": "",
      ".git/notes.md": "",
      "sub/.exhibit/b.md": "",
      "sub/.git": "gitdir: elsewhere",
    });
    expect(await listPaths(root)).toEqual([]);
  });

  it("leave out what another source reads, whatever they say", async () => {
    const root = aTree({
      ".exhibitignore": "!records/*.jsonl\n",
      "records/a.jsonl": "",
      "records/README.md": "",
      "deep/records/b.jsonl": "",
    });
    expect(await listPaths(root, RECORD_PATTERNS)).toEqual([
      "deep/records/b.jsonl",
      "records/README.md",
    ]);
  });

  it("are not followed when they are links, as in git", async () => {
    const root = aTree({ "rules.txt": "*.md\n", "a.md": "" });
    symlinkSync("rules.txt", join(root, ".gitignore"));
    expect(await listPaths(root)).toEqual(["a.md", "rules.txt"]);
  });

  it("change nothing when one is a folder or empty", async () => {
    const root = aTree({ "a.md": "", "sub/.gitignore": "" });
    mkdirSync(join(root, ".gitignore"));
    expect(await listPaths(root)).toEqual(["a.md"]);
  });

  it("name themselves, their line and their pattern when a path is refused", async () => {
    const root = aTree({ "docs/.gitignore": "# none\nétude*\n", "docs/étude.md": "x" });
    expect(await openFilesReader({ root }).readCurrent("docs/étude.md")).toEqual({
      status: "refused",
      reason: "docs/.gitignore line 2 (étude*) ignores it",
    });
  });
});

describe.skipIf(GIT_MISSING !== "")("ignore rules of a repository", () => {
  it("include .git/info/exclude (known failure), and it ranks below .gitignore", async () => {
    const root = aTree({ ".gitignore": "!kept.log\n", "a.log": "", "kept.log": "" });
    initRepository(root);
    writeTree(root, { ".git/info/exclude": "*.log\n" });
    expect(await listPaths(root)).toEqual(["kept.log"]);
  });

  it("include the shared info/exclude where .git is a worktree's pointer file", async () => {
    const root = aTree({ "main/a.md": "" });
    const main = join(root, "main");
    initRepository(main);
    commitAll(main, "2026-10-01T00:00:00Z");
    git(main, ["worktree", "add", "--quiet", join(root, "tree")]);
    writeTree(root, { "main/.git/info/exclude": "*.log\n", "tree/b.log": "" });
    expect(await listPaths(join(root, "tree"))).toEqual(["a.md"]);
  });

  it("reach a workspace that is a folder inside the repository", async () => {
    const root = aTree({
      ".gitignore": "*.log\n/packages/app/out\n/packages/app/deep/*.md\n",
      "packages/.gitignore": "!app/kept.log\n",
      "packages/app/a.log": "",
      "packages/app/kept.log": "",
      "packages/app/out/b.md": "",
      "packages/app/deep/c.md": "",
      "packages/app/d.md": "",
    });
    initRepository(root);
    expect(await listPaths(join(root, "packages/app"))).toEqual(["d.md", "kept.log"]);
  });
});
