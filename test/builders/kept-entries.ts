import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProjectFolders } from "../../src/host/resolve-project.ts";
import type { StoreName } from "../../src/model/artifact.ts";
import type { Entry } from "../../src/model/entry.ts";
import { openEntryStores } from "../../src/open-entries.ts";
import { createFolder } from "../../src/stores/sqlite/create-folder.ts";

/** An entry with the text that hashes to its version. */
export interface TextEntry {
  readonly entry: Entry;
  readonly text: string;
}

/** Keeps entries in the stores of a workspace's project, as an import does, without indexing them. */
export async function keepEntries(
  workspace: string,
  name: StoreName,
  kept: readonly TextEntry[],
): Promise<void> {
  const folders = findProjectFolders({ workspace, dataFolder: "", home: "" });
  const stores = openEntryStores({
    folders,
    createSharedFolder: () => {
      createFolder(folders.sharedFolder);
      const ignore = join(folders.sharedFolder, ".gitignore");
      if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
    },
  });
  try {
    const store = await stores.write(name);
    const entries = kept.map(({ entry, text }) => ({ entry, text: Buffer.from(text) }));
    await store.append({ entries, files: [] });
  } finally {
    await stores.close();
  }
}
