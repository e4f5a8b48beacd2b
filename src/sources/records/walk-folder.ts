import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** What lies below a folder. Links are entries of their own and never entered. */
export interface FolderContent {
  /** Everything that is no folder, relative, `/` between parts, in code-unit order. */
  readonly entries: readonly FolderEntry[];
  /** The folders, each before those in it. */
  readonly folders: readonly string[];
}

export interface FolderEntry {
  readonly path: string;
  readonly isFile: boolean;
}

/** Lists all that lies below `folder`, itself a real one. What to do about a folder that cannot be listed is `onClosed`'s to say. */
export function walkFolder(folder: string, onClosed: (error: unknown) => void): FolderContent {
  const entries: FolderEntry[] = [];
  const folders: string[] = [];
  const pending = [""];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of listFolder(join(folder, at), onClosed)) {
      const path = at + entry.name;
      if (entry.isDirectory()) {
        folders.push(path);
        pending.push(`${path}/`);
      } else entries.push({ path, isFile: entry.isFile() });
    }
  }
  return { entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)), folders };
}

function listFolder(folder: string, onClosed: (error: unknown) => void): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    onClosed(error);
    return [];
  }
}
