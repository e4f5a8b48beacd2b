import type { Gap, GapCode } from "../../model/gap.ts";

/**
 * Folds standing gaps into one per code, so that a thousand skipped pictures cost an answer one line. A code with one
 * gap keeps its subject; `exhibit status` lists them all.
 */
export function summarizeGaps(gaps: readonly Gap[]): readonly Gap[] {
  const byCode = new Map<GapCode, Gap>();
  for (const gap of gaps) {
    const seen = byCode.get(gap.code);
    const count = (seen?.count ?? (seen === undefined ? 0 : 1)) + (gap.count ?? 1);
    const { source: _source, ...shown } = gap;
    byCode.set(gap.code, seen === undefined ? shown : { code: gap.code, count });
  }
  return [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}
