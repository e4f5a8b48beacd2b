import { dirname, join } from "node:path";
import { sourceUnavailable } from "../../errors.ts";
import type { NoteFolder, NoteListing, NoteSource } from "../../ports/note-source.ts";
import { childrenOf, Findings, isGone, isLink, listNoteFiles, readNoteFile } from "./note-files.ts";

/** Where agents look for instructions that belong to no single workspace. */
export interface InstructionPlaces {
  /** Absolute: the user's home folder. */
  readonly home: string;
  /** Absolute: the folders in which agents keep what holds for every project. */
  readonly agentFolders: readonly string[];
  /** Absolute: the folders of the project. What stands in or below them is a text of the workspace. */
  readonly projectRoots: readonly string[];
}

/** Names that agents read by convention. */
const NAMES: ReadonlySet<string> = new Set([
  "AGENTS.md",
  "AGENTS.override.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
]);

/**
 * Returns the source of instruction files outside the workspace: those of the user, and those in the folders above the project,
 * which agents read for everything below. None of them says which project it is for. With a root of its own it is what stands
 * directly in that folder.
 */
export function openInstructionFiles(places: InstructionPlaces): NoteSource {
  return {
    name: "instructions",
    author: "unknown",
    noteKind: "project-note",
    defaultRoot: places.home,
    list: (root) => (root === places.home ? listDefault(places) : listNamed(root)),
    read: readNoteFile,
    isGone,
  };
}

async function listDefault(places: InstructionPlaces): Promise<NoteListing> {
  const { agentFolders, projectRoots } = places;
  const isOutside = (folder: string): boolean =>
    projectRoots.every((root) => folder !== root && !folder.startsWith(join(root, "/")));
  const above = projectRoots.flatMap(foldersAbove);
  const candidates = [...agentFolders, ...above.flatMap(withSettings)];
  return listFolders([...new Set(candidates)].filter(isOutside).sort(), agentFolders);
}

async function listNamed(root: string): Promise<NoteListing> {
  const children = await childrenOf(root);
  if (typeof children === "string") throw sourceUnavailable("instructions", root, children);
  return listFolders(withSettings(root), [root]);
}

/** Claude Code also looks into a folder of its own beside the sources. */
function withSettings(folder: string): readonly string[] {
  return [folder, join(folder, ".claude")];
}

function foldersAbove(root: string): readonly string[] {
  const above: string[] = [];
  for (let at = dirname(root); ; at = dirname(at)) {
    above.push(at);
    if (at === dirname(at)) return above;
  }
}

/** `named` may be links: whoever gave them means what they lead to. */
async function listFolders(
  paths: readonly string[],
  named: readonly string[],
): Promise<NoteListing> {
  const found = new Findings();
  const folders: NoteFolder[] = [];
  for (const path of paths) {
    if (!named.includes(path) && (await isLink(path))) {
      found.skip("symbolic link");
      continue;
    }
    const files = await listNoteFiles(path, (name) => NAMES.has(name), found);
    // Nothing beside them names a folder they would be for.
    if (files.length > 0) folders.push({ path, files, workingFolders: async () => [] });
  }
  return { folders, skipped: found.skipped, unread: found.unread };
}
