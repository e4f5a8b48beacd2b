import type { ArtifactRef, StoreName } from "../model/artifact.ts";
import { isDated } from "../model/instant.ts";
import { NO_RETENTION, type RetentionRule } from "../model/retention.ts";
import { parseReference } from "../pipeline/cite/parse-reference.ts";
import type { EntryStore, ForgetReport } from "../ports/entry-store.ts";
import { openEntries } from "./entry-texts.ts";
import type { CallParts } from "./session.ts";
import { walkEntries } from "./walk-entries.ts";

const DAY_MS = 86_400_000;

/** What a store holds beyond its rule, and how much of that is kept because something rests on it. */
export interface Overdue extends ForgetReport {
  readonly keptCount: number;
}

/**
 * Returns what a store holds beyond its rule: entries older than the age, and the oldest of those that exceed the bytes. Entries
 * without a time are not meant. What a note cites as its evidence, a live check names or a bundle gave its reader a citation of is kept, and counted.
 */
export async function selectOverdue(
  parts: CallParts,
  name: StoreName,
  nowMs: number,
): Promise<Overdue> {
  const rule = parts.retention[name] ?? NO_RETENTION;
  const store = await openEntries(parts, name);
  const overdue = await listOverdue(store, rule, nowMs);
  if (overdue.length === 0) return { refs: [], textBytes: 0, keptCount: 0 };
  const resting = await listResting(parts, overdue);
  const refs = overdue.filter((ref) => !resting.has(ref));
  const report = refs.length === 0 ? { refs, textBytes: 0 } : await store.select({ refs });
  return { ...report, keptCount: overdue.length - refs.length };
}

async function listOverdue(
  store: EntryStore,
  { maxAgeDays, maxBytes }: RetentionRule,
  nowMs: number,
): Promise<readonly ArtifactRef[]> {
  const overdue = new Set<ArtifactRef>();
  if (maxAgeDays !== "unlimited") {
    const { refs } = await store.select({ beforeMs: nowMs - maxAgeDays * DAY_MS });
    for (const ref of refs) overdue.add(ref);
  }
  if (maxBytes === "unlimited") return [...overdue];
  let excess = -maxBytes;
  for await (const entries of walkEntries(store)) {
    for (const { byteLength } of entries) excess += byteLength;
  }
  for await (const entries of walkEntries(store)) {
    for (const { byteLength, ref, time } of entries) {
      if (excess <= 0 || !isDated(time)) return [...overdue];
      overdue.add(ref);
      excess -= byteLength;
    }
  }
  return [...overdue];
}

/** Which of some entries something rests on. A memory or a ledger that cannot be read refuses: nobody could say what it cites. */
async function listResting(
  parts: CallParts,
  refs: readonly ArtifactRef[],
): Promise<ReadonlySet<ArtifactRef>> {
  const resting = new Set<ArtifactRef>();
  for (const { artifact } of await parts.observations.list(refs)) resting.add(artifact);
  for (const { artifact } of await parts.ledger.citedVersions()) resting.add(artifact);
  const memory = await parts.entries.read("memory");
  if (memory.status === "empty") return resting;
  if (memory.status !== "ok") throw memory.error;
  for await (const notes of walkEntries(memory.store)) {
    for (const { evidence } of notes) {
      const cited = evidence === "none" ? "malformed" : parseReference(evidence, parts.toArtifact);
      if (cited !== "malformed") resting.add(cited.artifact);
    }
  }
  return resting;
}
