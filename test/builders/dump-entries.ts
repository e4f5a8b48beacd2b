import type { Entry } from "../../src/model/entry.ts";
import type { EntryStore } from "../../src/ports/entry-store.ts";

/** Everything a store would ever tell of its entries, as plain data: equal dumps are equal stores. */
export async function dumpEntries(store: EntryStore): Promise<unknown> {
  const scope = { quarantined: "shown" } as const;
  const limit = 1_000_000;
  const dated = await store.list({ scope, order: "oldest", limit });
  const undated = await store.undated({ scope, limit });
  const entries: readonly Entry[] = [...dated.entries, ...undated.entries];
  const texts = await store.readTexts(entries.map((entry) => entry.version));
  const { id: _, unindexedCount: __, ...counts } = await store.generation();
  return {
    counts,
    entries: entries.map((entry, index) => ({ ...entry, text: toText(texts[index]) })),
    sessions: await store.sessions(scope),
    files: await store.files(),
    tombstones: await store.tombstones(),
  };
}

function toText(text: Uint8Array | string | undefined): string {
  return text instanceof Uint8Array ? Buffer.from(text).toString("utf8") : `<${text}>`;
}
