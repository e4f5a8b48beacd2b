import type { Fingerprint } from "../../model/fingerprint.ts";
import type { KnownInput } from "../../ports/content-store.ts";
import type { SourceEntry } from "../../ports/source-reader.ts";

/** A file written this close before the last scan may have been written again within one tick of its clock. */
const DOUBT_NS = 2_000_000_000n;
const NS_PER_MS = 1_000_000n;

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
    else if (isCertain(entry.fingerprint, input.fingerprint, lastScanMs)) unchanged.push(input);
    else doubtful.push({ entry, known: input });
    byPath.delete(entry.path);
  }
  return { added, doubtful, removed: [...byPath.values()], unchanged };
}

/** True when the fingerprints are equal and old enough that an unseen write between two ticks is ruled out. */
export function isCertain(
  now: Fingerprint,
  then: Fingerprint,
  lastScanMs: number | "unknown",
): boolean {
  if (lastScanMs === "unknown") return false;
  const sameFile = now.inode === then.inode || now.inode === 0n || then.inode === 0n;
  if (!sameFile || now.size !== then.size) return false;
  if (now.mtimeNs !== then.mtimeNs || now.ctimeNs !== then.ctimeNs) return false;
  return now.mtimeNs < BigInt(Math.floor(lastScanMs)) * NS_PER_MS - DOUBT_NS;
}
