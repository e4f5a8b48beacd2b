import { appendFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openClaudeMemory } from "../../../src/sources/notes/claude-memory.ts";
import { aTree } from "../../builders/a-tree.ts";
import { describeNoteSource } from "../../contracts/note-source.ts";

const SLUG = "projects/-home-dev-app";

describeNoteSource("Claude Code's memory", {
  open: (claudeFolder) => openClaudeMemory({ claudeFolder }),
  read: [
    `${SLUG}/memory/MEMORY.md`,
    `${SLUG}/memory/kiln.MD`,
    "projects/-home-dev-app-2/memory/a.md",
  ],
  passed: [
    `${SLUG}/notes.md`,
    `${SLUG}/memory/.hidden.md`,
    `${SLUG}/memory/deep/a.md`,
    `${SLUG}/memory/list.json`,
    "memory/a.md",
    "CLAUDE.md",
  ],
});

const line = (record: unknown): string => `${JSON.stringify(record)}\n`;

/** The folders that the transcripts beside one memory folder name. */
async function foldersOf(
  transcripts: Readonly<Record<string, string>>,
  prepare: (project: string) => void = () => undefined,
): Promise<readonly string[] | "unreadable"> {
  const files = Object.entries(transcripts).map(([name, text]) => [`${SLUG}/${name}`, text]);
  const root = aTree({ ...Object.fromEntries(files), [`${SLUG}/memory/a.md`]: "A" });
  prepare(join(root, SLUG));
  const { folders } = await openClaudeMemory({ claudeFolder: root }).list(root);
  const [folder] = folders;
  if (folder === undefined) throw new Error("no memory folder was found");
  return folder.workingFolders();
}

describe("the folders that transcripts beside a memory name", () => {
  it("are those at the top of their records, each once, whatever the slug says", async () => {
    const said = line({ type: "user", cwd: "/srv/kiln", message: "x" });
    expect(
      await foldersOf({
        "a.jsonl": said + said + line({ type: "summary", summary: "no folder" }),
        "b.jsonl": line({ cwd: "/srv/kiln/docs", type: "user" }) + said,
      }),
    ).toEqual(["/srv/kiln", "/srv/kiln/docs"]);
  });

  it("are not those that a tool was given or a text holds, and none of their own is missed for these", async () => {
    const said = line({ cwd: "/srv/kiln", message: { content: 'it said {"cwd":"/srv/text"}' } });
    const called = line({ message: { input: { cwd: "/srv/tool" } }, cwd: "/srv/kiln" });
    const elsewhere = line({ message: { input: { cwd: "/srv/kiln" } }, cwd: "/srv/other" });
    expect(await foldersOf({ "a.jsonl": said + called })).toEqual(["/srv/kiln"]);
    expect(await foldersOf({ "a.jsonl": said + called + elsewhere })).toEqual([
      "/srv/kiln",
      "/srv/other",
    ]);
  });

  it("are read in every spelling that JSON has for them", async () => {
    const windows = line({ cwd: "C:\\Users\\a b\\\u00fc" });
    const escaped = '{ "cwd" : "C:\\\\Users\\\\a b\\\\\\u00fc", "type":"user"}\n';
    expect(await foldersOf({ "a.jsonl": windows + escaped })).toEqual(["C:\\Users\\a b\\\u00fc"]);
  });

  it("are none without a transcript or without a folder in one", async () => {
    expect(await foldersOf({})).toEqual([]);
    expect(await foldersOf({ "a.jsonl": line({ type: "mode" }), "b.txt": '{"cwd":"/x"}' })).toEqual(
      [],
    );
  });

  it("are unknown when a record is broken or a transcript is a link, and a last line may be unfinished", async () => {
    const said = line({ cwd: "/srv/kiln" });
    expect(await foldersOf({ "a.jsonl": `${said}{"cwd":"/srv/other", broken\n` })).toBe(
      "unreadable",
    );
    expect(await foldersOf({ "a.jsonl": `${said}{"cwd":"/srv/oth` })).toEqual(["/srv/kiln"]);
    const linked = await foldersOf({ "a.jsonl": said }, (project) => {
      symlinkSync(join(project, "a.jsonl"), join(project, "b.jsonl"));
    });
    expect(linked).toBe("unreadable");
  });

  it("are read when they are asked for, not before", async () => {
    const grown = await foldersOf({ "a.jsonl": line({ cwd: "/srv/kiln" }) }, (project) => {
      appendFileSync(join(project, "a.jsonl"), line({ cwd: "/srv/other" }));
    });
    expect(grown).toEqual(["/srv/kiln", "/srv/other"]);
  });
});

describe("a memory folder that is a link", () => {
  it("is counted and not entered, nor is a project's folder that is one", async () => {
    const elsewhere = aTree({ "a.md": "Of somebody else.", "memory/a.md": "Also." });
    const root = aTree({ [`${SLUG}/a.jsonl`]: "", "projects/-real/memory/a.md": "A" });
    symlinkSync(elsewhere, join(root, SLUG, "memory"));
    symlinkSync(elsewhere, join(root, "projects/-linked"));
    const source = openClaudeMemory({ claudeFolder: root });
    const { folders, skipped } = await source.list(root);
    expect(skipped).toEqual({ "symbolic link": 2 });
    expect(folders.map(({ path }) => path)).toEqual([join(root, "projects/-real/memory")]);
    renameSync(join(root, "projects"), join(root, "away"));
    symlinkSync(join(root, "away"), join(root, "projects"));
    expect(await source.list(root)).toEqual({
      folders: [],
      skipped: { "symbolic link": 1 },
      unread: [],
    });
  });
});
