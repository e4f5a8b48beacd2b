import { type Dirent, readdirSync } from "node:fs";
import { decodeName, escapeName } from "./byte-string.ts";

/** What one folder holds. */
export interface FolderListing {
  readonly entries: readonly ListedEntry[];
  /** Names that are not UTF-8, escaped. */
  readonly undecodable: readonly string[];
}

export interface ListedEntry {
  readonly name: string;
  readonly type: EntryType;
}

export type EntryType = "file" | "folder" | "link" | "special";

const REPLACEMENT = "\ufffd";

/** Lists a folder. Names that are not UTF-8 are told apart from names that really hold U+FFFD. Throws the system's error. */
export function listFolder(path: string): FolderListing {
  const listed = readdirSync(path, { withFileTypes: true });
  const entries = listed.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
  if (!entries.some(({ name }) => name.includes(REPLACEMENT))) return { entries, undecodable: [] };
  return listByBytes(path);
}

function listByBytes(path: string): FolderListing {
  const entries: ListedEntry[] = [];
  const undecodable: string[] = [];
  for (const entry of readdirSync(path, { withFileTypes: true, encoding: "buffer" })) {
    const name = decodeName(entry.name);
    if (name === "not_utf8") undecodable.push(escapeName(entry.name));
    else entries.push({ name, type: typeOf(entry) });
  }
  return { entries, undecodable };
}

function typeOf(entry: Dirent | Dirent<Buffer>): EntryType {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "special";
}
