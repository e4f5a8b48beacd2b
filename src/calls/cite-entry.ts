import { trimTerminator } from "../analysis/line-table.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { createExcerpt, type Excerpt, sha256 } from "../pipeline/cite/excerpt.ts";
import type { PlaceNow } from "../pipeline/cite/locate-excerpt.ts";
import type { EntryStore } from "../ports/entry-store.ts";
import { toArtifact } from "./entry-artifact.ts";
import { judgeKept } from "./judge-entry.ts";
import type { CallParts } from "./session.ts";

/** An entry read back from its store, hashed again, and looked for where it came from. */
export interface CitedEntry {
  readonly entry: Entry;
  readonly artifact: Artifact;
  /** All of its text; narrow it to what fits. */
  readonly excerpt: Excerpt;
  readonly place: PlaceNow;
}

/** Reads entries back whole, in the order given. A text that no longer hashes to its version is left out and named. */
export async function citeEntries(
  parts: Pick<CallParts, "locators">,
  store: EntryStore,
  entries: readonly Entry[],
): Promise<{ readonly cited: readonly CitedEntry[]; readonly lost: readonly Entry[] }> {
  const texts = await store.readTexts(entries.map(({ version }) => version));
  const cited: CitedEntry[] = [];
  const lost: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    const bytes = texts[index] ?? "missing";
    if (typeof bytes === "string" || sha256(bytes) !== entry.version) {
      lost.push(entry);
      continue;
    }
    const excerpt = createExcerpt({
      bytes: bytes.subarray(0, trimTerminator(bytes, "utf-8", bytes.length)),
      encoding: "utf-8",
      startByte: 0,
      startLine: 1,
      wholeLines: true,
    });
    const state = await judgeKept(parts, entry);
    cited.push({ entry, artifact: toArtifact(entry), excerpt, place: { state } });
  }
  return { cited, lost };
}
