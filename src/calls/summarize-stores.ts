import { EngineError } from "../errors.ts";
import { STORE_NAMES, type StoreName } from "../model/artifact.ts";
import { NO_RETENTION } from "../model/retention.ts";
import type { StoreSummary } from "../model/status-response.ts";
import type { EntryStore } from "../ports/entry-store.ts";
import type { CallParts } from "./session.ts";
import { reasonOf, type StoreStanding } from "./store-answer.ts";

/** Says of every store of entries what it holds, or why nobody can say (STO-07, DIA-03). Reads counters, no entries. */
export async function summarizeStores(
  parts: Pick<CallParts, "entries" | "retention">,
): Promise<readonly StoreSummary[]> {
  const summaries: StoreSummary[] = [];
  for (const name of STORE_NAMES) {
    const retention = parts.retention[name] ?? NO_RETENTION;
    summaries.push({ ...(await summarizeStore(parts, name)), retention });
  }
  return summaries;
}

async function summarizeStore(
  parts: Pick<CallParts, "entries" | "retention">,
  name: StoreName,
): Promise<Omit<StoreSummary, "retention">> {
  const opened = await parts.entries.read(name);
  if (opened.status === "empty") return { name, status: "empty", reason: "", counts: "unknown" };
  if (opened.status !== "ok") return unreadable(name, opened.status, opened.error);
  try {
    return { name, status: "ok", reason: "", counts: await countStore(opened.store) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return unreadable(name, "failed", error);
  }
}

async function countStore(store: EntryStore): Promise<Exclude<StoreSummary["counts"], "unknown">> {
  const generation = await store.generation();
  const { databaseBytes, walBytes, textBytes, indexBytes } = await store.sizes();
  return {
    entries: generation.entryCount,
    undated: generation.undatedCount,
    quarantined: generation.quarantinedCount,
    unindexed: generation.unindexedCount,
    databaseBytes,
    walBytes,
    textBytes,
    indexBytes,
    oldestObservedAt: generation.oldestObservedAt,
    newestObservedAt: generation.newestObservedAt,
    changedAt: generation.changedAt,
  };
}

function unreadable(
  name: StoreName,
  status: "failed" | "missing",
  error: EngineError,
): Omit<StoreSummary, "retention"> {
  return { name, status, reason: reasonOf(error), counts: "unknown" };
}

/** The stores as a response's report lists them. */
export function standStores(summaries: readonly StoreSummary[]): readonly StoreStanding[] {
  return summaries.map(({ name, status, reason, counts }) => {
    const entries = counts === "unknown" ? 0 : counts.entries - counts.quarantined;
    const unindexed = counts === "unknown" ? 0 : counts.unindexed;
    if (status === "failed" || status === "missing") return { name, status, reason, entries };
    if (unindexed === 0) return { name, status: "ok", reason: "", entries };
    return { name, status: "stale", reason: `${unindexed} entries are not indexed yet`, entries };
  });
}
