import { aTranscriptReader, type PlainLine, plainLines } from "./a-transcript-reader.ts";
import { aTree } from "./a-tree.ts";
import { anImport, contentOf } from "./an-import.ts";
import { MemoryEntryStore } from "./memory-entry-store.ts";

const reader = aTranscriptReader();

/** A folder of transcripts, one for each name. */
export function aHistory(files: Readonly<Record<string, readonly PlainLine[]>>): string {
  return aTree(
    Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, plainLines(lines)])),
  );
}

/** Imports a folder into a new store. */
export async function imported(root: string, given: Partial<Parameters<typeof anImport>[1]> = {}) {
  const store = new MemoryEntryStore();
  const report = await anImport(store, { reader, root, ...given });
  return { store, report, content: contentOf(store) };
}
