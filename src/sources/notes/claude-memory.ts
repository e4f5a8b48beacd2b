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
  // Names that readdir calls links lead somewhere else and are not entered.
  if (!top.some((child) => child.name === "projects" && child.isDirectory())) {
    return { folders, skipped: found.skipped, unread: found.unread };
  }
  for (const project of await foldersOf(join(root, "projects"), found)) {
    const inside = await foldersOf(project, found);
    const path = join(project, "memory");
    if (!inside.includes(path)) continue;
    const files = await listNoteFiles(path, isMarkdown, found);
    const workingFolders = (): ReturnType<typeof readWorkingFolders> => readWorkingFolders(project);
    if (files.length > 0) folders.push({ path, files, workingFolders });
  }
  return { folders, skipped: found.skipped, unread: found.unread };
}

async function foldersOf(parent: string, found: Findings): Promise<readonly string[]> {
  const children = await childrenOf(parent);
  if (typeof children === "string") {
    found.fail(parent, children);
    return [];
  }
  return children
    .filter((child) => child.isDirectory())
    .map(({ name }) => join(parent, name))
    .sort();
}

function isMarkdown(name: string): boolean {
  return /\.md$/i.test(name) && !name.startsWith(".");
}
