import { bundleUnknown } from "../errors-of-admission.ts";
import type { LedgerEntry } from "../model/ledger-record.ts";
import { readEntry } from "./ledger-entry.ts";
import type { CallParts } from "./session.ts";

/** A bundle with those of its chain: what its reader had before it, and what went on from it. */
export interface RelatedBundles {
  readonly entry: LedgerEntry;
  /** The first one first. */
  readonly before: readonly LedgerEntry[];
  /** In the order in which they were made; of a chain that forks, every branch. */
  readonly after: readonly LedgerEntry[];
}

/** A chain is a conversation: so many bundles before it are read, and so many of those that were made after it. */
const MAX_BEFORE = 100;
const MAX_AFTER = 500;

/** How the newest bundle is asked for where nobody knows its id. */
export const NEWEST = "newest";

/** Reads a bundle and its chain; `newest` is the last one that was recorded. Refuses with `bundle_unknown`. */
export async function readRelated(
  parts: Pick<CallParts, "ledger">,
  bundle: string,
): Promise<RelatedBundles> {
  const id = bundle === NEWEST ? await parts.ledger.newest() : bundle;
  if (id === "none") throw bundleUnknown(NEWEST, "It holds none.");
  const entry = await readEntry(parts, id);
  return {
    entry,
    before: await readBefore(parts, entry),
    after: await readAfter(parts, id),
  };
}

/** Reads the bundles that one goes on from, the first one first. One that is not there ends the chain. */
export async function readBefore(
  { ledger }: Pick<CallParts, "ledger">,
  { record }: LedgerEntry,
): Promise<readonly LedgerEntry[]> {
  const before: LedgerEntry[] = [];
  for (let at = record.previous; at !== "none" && before.length < MAX_BEFORE; ) {
    const entry = await ledger.read(at);
    if (entry === "unknown") break;
    before.unshift(entry);
    at = entry.record.previous;
  }
  return before;
}

/**
 * Reads the bundles that go on from one, whether at once or through others. A bundle knows what it goes on from and not what goes
 * on from it, so those made after it are looked at.
 */
export async function readAfter(
  { ledger }: Pick<CallParts, "ledger">,
  id: string,
): Promise<readonly LedgerEntry[]> {
  const newer: string[] = [];
  for (const line of await ledger.list({ limit: MAX_AFTER })) {
    if (line.id === id) break;
    newer.unshift(line.id);
  }
  const related = new Set([id]);
  const after: LedgerEntry[] = [];
  for (const each of newer) {
    const entry = await ledger.read(each);
    if (entry === "unknown" || !related.has(entry.record.previous)) continue;
    related.add(each);
    after.push(entry);
  }
  return after;
}
