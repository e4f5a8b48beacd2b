import { importNotes, listNotes } from "../../src/pipeline/import/import-notes.ts";
import type { ImportedAgent } from "../../src/pipeline/import/import-transcripts.ts";
import { createStoreKeeper } from "../../src/pipeline/import/keep-entries.ts";
import type { NoteImportParts } from "../../src/pipeline/import/note-work.ts";
import type { NoteSource } from "../../src/ports/note-source.ts";
import { OCTOBER_15 } from "./a-workspace.ts";
import type { MemoryEntryStore } from "./memory-entry-store.ts";

/** A folder of note files: contents by name, and the working directories that records beside them name. */
export interface FakeFolder {
  readonly files: Map<string, string | Uint8Array>;
  cwds: readonly string[] | "unreadable";
}

/** A source of notes whose files are those of the given folders, as they are when it is asked. */
export function aNoteSource(
  folders: Readonly<Record<string, FakeFolder>>,
  given: Partial<Pick<NoteSource, "name" | "author" | "noteKind">> = {},
): NoteSource {
  const contentAt = (path: string): string | Uint8Array | undefined => {
    const at = path.lastIndexOf("/");
    return folders[path.slice(0, at)]?.files.get(path.slice(at + 1));
  };
  return {
    name: "fake-memory",
    author: "agent",
    noteKind: "agent-memory",
    defaultRoot: "/memories",
    list: async () => ({
      folders: Object.entries(folders).map(([path, folder]) => ({
        path,
        files: [...folder.files.keys()]
          .sort()
          .map((name) => ({ path: `${path}/${name}`, size: 1 })),
        workingFolders: async () => folder.cwds,
      })),
      skipped: {},
      unread: [],
    }),
    read: async (path) => {
      const content = contentAt(path);
      if (content === undefined) return { status: "gone" };
      return { status: "ok", bytes: Buffer.from(content), mtimeNs: 0n };
    },
    isGone: async (path) => contentAt(path) === undefined,
    ...given,
  };
}

/** A folder of this project, by its records. */
export function aFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  cwds: FakeFolder["cwds"] = ["/home/dev/app"],
): FakeFolder {
  return { files: new Map(Object.entries(files)), cwds };
}

/** Imports all of a source into a store in memory, for the project at `/home/dev/app`. */
export async function importAllNotes(
  store: MemoryEntryStore,
  source: NoteSource,
  parts: Partial<NoteImportParts> = {},
): Promise<ImportedAgent> {
  const root = source.defaultRoot;
  return importNotes(
    {
      store,
      keeper: createStoreKeeper(store, () => Promise.resolve()),
      bounds: { roots: ["/home/dev/app"], maps: [] },
      sinceMs: "none",
      redact: (text) => ({ text, redactions: [] }),
      clock: { now: () => OCTOBER_15 },
      onProgress: () => undefined,
      ...parts,
    },
    { source, root, listed: await listNotes(source, root) },
  );
}
