import type { ArtifactRef } from "../../model/artifact.ts";
import type { Entry } from "../../model/entry.ts";
import { mergeEntries } from "../../model/merge-entries.ts";
import type { EntryStore } from "../../ports/entry-store.ts";
import type { EntryKeeper } from "./keep-entries.ts";

/** Refs asked of the store at a time. */
const MAX_REFS = 500;

/** What decides which of two texts of an entry is kept, and nothing else of it. */
type Known = Pick<Entry, "version" | "rank" | "byteLength" | "facts">;

/**
 * Returns a keeper that writes nothing and counts what the store would: an entry met twice is new once. It remembers every entry
 * it met, so a dry run takes memory that an import does not.
 */
export function createPreviewKeeper(
  store: Pick<EntryStore, "entries" | "tombstones"> | "none",
): EntryKeeper {
  const met = new Map<ArtifactRef, Known>();
  let forgotten: ReadonlySet<ArtifactRef> | "unread" = "unread";

  async function loadForgotten(): Promise<ReadonlySet<ArtifactRef>> {
    if (forgotten === "unread") {
      const stones = store === "none" ? [] : await store.tombstones();
      forgotten = new Set(stones.map((stone) => stone.ref));
    }
    return forgotten;
  }

  async function look(refs: readonly ArtifactRef[]): Promise<void> {
    if (store === "none") return;
    const unmet = [...new Set(refs.filter((ref) => !met.has(ref)))];
    for (let at = 0; at < unmet.length; at += MAX_REFS) {
      const asked = unmet.slice(at, at + MAX_REFS);
      for (const entry of await store.entries(asked, { quarantined: "shown" })) {
        met.set(entry.ref, essence(entry));
      }
    }
  }

  return {
    async keep({ entries }) {
      const gone = await loadForgotten();
      await look(entries.map(({ entry }) => entry.ref));
      const report = { added: 0, seen: 0, changed: 0, forgotten: 0 };
      for (const { entry } of entries) {
        const known = met.get(entry.ref);
        if (gone.has(entry.ref)) report.forgotten += 1;
        else if (known === undefined) {
          report.added += 1;
          met.set(entry.ref, essence(entry));
        } else {
          const next = essence(mergeEntries({ ...entry, ...known }, entry));
          report[next.version === known.version ? "seen" : "changed"] += 1;
          met.set(entry.ref, next);
        }
      }
      return report;
    },
    mark: async () => undefined,
  };
}

function essence({ version, rank, byteLength, facts }: Entry): Known {
  const { revision } = facts;
  return { version, rank, byteLength, facts: revision === undefined ? {} : { revision } };
}
