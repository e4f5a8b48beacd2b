import type { Gap } from "../../model/gap.ts";
import type { IndexAnswer, IndexQuery } from "../../ports/passage-index.ts";
import { scanStoredText, type TextScanParts } from "./scan-text.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Candidates and how they were found. */
export interface Found {
  readonly answer: IndexAnswer;
  readonly method: IndexQuery["ranker"] | "text-scan";
  readonly gaps: readonly Gap[];
}

export interface FindParts extends TextScanParts {
  readonly snapshot: SnapshotIndex;
  /** Builds the index anew from the inputs; false when that is not allowed or did not work. */
  readonly repairIndex: () => Promise<boolean>;
}

/**
 * Finds passages by relevance. Damaged index rows are reported and repaired; where they cannot be, the answer comes
 * from scanning the stored text, marked. Damage is never fewer hits.
 */
export async function findCandidates(parts: FindParts, query: IndexQuery): Promise<Found> {
  const first = await searchSnapshot(parts, query);
  if (first.status === "ok") return { answer: first.answer, method: query.ranker, gaps: [] };
  const place = `${first.block.kind} ${first.block.number} of segment ${first.segmentId}`;
  if (await parts.repairIndex()) {
    const second = await searchSnapshot(parts, query);
    const gap: Gap = { code: "index_damaged", subject: place, detail: "rebuilt from the inputs" };
    if (second.status === "ok") return { answer: second.answer, method: query.ranker, gaps: [gap] };
  }
  return scanInstead(parts, query, place);
}

async function searchSnapshot(
  parts: FindParts,
  query: IndexQuery,
): Promise<Awaited<ReturnType<Awaited<ReturnType<SnapshotIndex["current"]>>["search"]>>> {
  const index = await parts.snapshot.current();
  const outcome = await index.search(query);
  if (outcome.status === "ok") return outcome;
  // Rows can be missing because a newer generation was published and swept meanwhile: then ask that one.
  const newer = await parts.snapshot.current();
  return newer.search(query);
}

async function scanInstead(parts: FindParts, query: IndexQuery, place: string): Promise<Found> {
  const { index, unreadable } = await scanStoredText(parts);
  const outcome = await index.search(query);
  const gaps: Gap[] = [
    { code: "index_damaged", subject: place, detail: "answered by scanning the stored text" },
    ...unreadable.map(
      (a): Gap => ({ code: "recovery_failed", subject: a.path, detail: "stored text damaged" }),
    ),
  ];
  if (outcome.status === "ok") return { answer: outcome.answer, method: "text-scan", gaps };
  // An index built in memory a moment ago has no damaged rows: that would be a bug, not an outcome.
  throw new Error(`index built in memory reports damage at ${outcome.block.kind}`);
}
