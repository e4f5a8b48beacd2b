import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StoreName } from "../../src/model/artifact.ts";
import type { EntryStore } from "../../src/ports/entry-store.ts";
import { openSqliteEntryStore } from "../../src/stores/sqlite/sqlite-entry-store.ts";

/** Opens a store of a data folder to look at it, and closes it. */
export async function withStoredEntries<T>(
  dataFolder: string,
  look: (store: EntryStore) => Promise<T>,
  name: StoreName = "sessions",
): Promise<T> {
  const { id } = JSON.parse(readFileSync(join(dataFolder, "project.json"), "utf8"));
  const store = await openSqliteEntryStore({
    ...{ folder: dataFolder, name, mode: "readonly", projectId: id },
  });
  if (store === "missing") throw new Error(`${dataFolder} has no ${name}`);
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

/** Everything a store keeps but when it was kept, in an order of its own, with what the index finds of it. */
export async function storedContent(dataFolder: string): Promise<readonly unknown[]> {
  return withStoredEntries(dataFolder, async (store) => {
    expectSound(await store.check());
    const scope = { quarantined: "shown" } as const;
    const { entries } = await store.list({ scope, order: "oldest", limit: 1_000_000 });
    const undated = await store.undated({ scope, limit: 1_000_000 });
    const all = [...entries, ...undated.entries].sort((a, b) => (a.ref < b.ref ? -1 : 1));
    const texts = await store.readTexts(all.map(({ version }) => version));
    return all.map(({ indexedAt: _, ...entry }, index) => ({
      ...entry,
      text: textOf(texts[index]),
    }));
  });
}

function expectSound(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

function textOf(text: Uint8Array | string | undefined): string {
  if (text instanceof Uint8Array) return Buffer.from(text).toString();
  throw new Error(`a text is ${text}`);
}
