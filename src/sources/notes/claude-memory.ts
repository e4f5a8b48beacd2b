import type { Dirent } from "node:fs";
import { join } from "node:path";
import { sourceUnavailable } from "../../errors.ts";
import type { NoteFolder, NoteListing, NoteSource } from "../../ports/note-source.ts";
import { childrenOf, Findings, isGone, listNoteFiles, readNoteFile } from "./note-files.ts";
import { readWorkingFolders } from "./working-folders.ts";

/** Where this machine keeps what Claude Code writes. */
export interface ClaudeMemoryPlace {
  /** Absolute: the folder of Claude Code. */
  readonly claudeFolder: string;
}

/**
 * Returns the source of what Claude Code remembers by itself: `projects/<slug>/memory/*.md`. The slug cannot be decoded and says
 * nothing; the transcripts beside the memory folder name the working directories it belongs to.
 */
export function openClaudeMemory({ claudeFolder }: ClaudeMemoryPlace): NoteSource {
  return {
    name: "claude-memory",
    author: "agent",
    noteKind: "agent-memory",
    defaultRoot: claudeFolder,
    list,
    read: readNoteFile,
    isGone,
  };
}

async function list(root: string): Promise<NoteListing> {
  const found = new Findings();
  const top = await childrenOf(root);
  if (typeof top === "string") throw sourceUnavailable("claude-memory", root, top);
  const folders: NoteFolder[] = [];
  for (const projects of foldersNamed(top, found, "projects")) {
    for (const project of await foldersIn(join(root, projects), found)) {
      for (const memory of await foldersIn(project, found, "memory")) {
        const files = await listNoteFiles(memory, isMarkdown, found);
        const workingFolders: NoteFolder["workingFolders"] = () => readWorkingFolders(project);
        if (files.length > 0) folders.push({ path: memory, files, workingFolders });
      }
    }
  }
  return { folders, skipped: found.skipped, unread: found.unread };
}

/** Folders in a folder, all or those of one name, sorted by path. */
async function foldersIn(
  parent: string,
  found: Findings,
  name?: string,
): Promise<readonly string[]> {
  const children = await childrenOf(parent);
  if (typeof children !== "string") {
    return foldersNamed(children, found, name).map((child) => join(parent, child));
  }
  found.fail(parent, children);
  return [];
}

/** A link would lead somewhere else: it is counted and not entered. */
function foldersNamed(
  children: readonly Dirent[],
  found: Findings,
  wanted?: string,
): readonly string[] {
  const named = children.filter(({ name }) => wanted === undefined || name === wanted);
  for (const child of named) if (child.isSymbolicLink()) found.skip("symbolic link");
  return named
    .filter((child) => child.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function isMarkdown(name: string): boolean {
  return /\.md$/i.test(name) && !name.startsWith(".");
}
