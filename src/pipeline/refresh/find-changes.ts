import { isUnchanged } from "../../model/fingerprint.ts";
import type { KnownInput } from "../../ports/content-store.ts";
import type { SourceEntry } from "../../ports/source-reader.ts";

/** How the entries of a scan differ from what the last one knew. */
export interface EntryChanges {
  /** Never seen: will be read. */
  readonly added: readonly SourceEntry[];
  /** Known, but the file system shows a difference or leaves doubt: only a hash can tell. */
  readonly doubtful: readonly { readonly entry: SourceEntry; readonly known: KnownInput }[];
  readonly removed: readonly KnownInput[];
  readonly unchanged: readonly KnownInput[];
}

/**
 * Compares a scan with the known inputs of one source. Times and inodes serve only to spare a hash: whatever leaves
 * doubt is re-hashed, and no age is ever read from them.
 */
export function findChanges(
  entries: readonly SourceEntry[],
  known: readonly KnownInput[],
  lastScanMs: number | "unknown",
): EntryChanges {
  const byPath = new Map(known.map((input) => [input.path, input]));
  const added: SourceEntry[] = [];
  const doubtful: { entry: SourceEntry; known: KnownInput }[] = [];
  const unchanged: KnownInput[] = [];
  for (const entry of entries) {
    const input = byPath.get(entry.path);
    if (input === undefined) added.push(entry);
    else if (isKnown(input, entry, lastScanMs)) unchanged.push(input);
    else doubtful.push({ entry, known: input });
    byPath.delete(entry.path);
  }
  return { added, doubtful, removed: [...byPath.values()], unchanged };
}

function isKnown(input: KnownInput, entry: SourceEntry, lastScanMs: number | "unknown"): boolean {
  return lastScanMs !== "unknown" && isUnchanged(input.fingerprint, entry.fingerprint, lastScanMs);
}
