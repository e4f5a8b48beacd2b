import type { Gap, GapCode } from "../../model/gap.ts";

/**
 * Folds standing gaps into one per code, so that a thousand skipped pictures cost an answer one line: the first by
 * subject, with how many there are. Its detail is kept where it is that of all; `exhibit status` lists them.
 */
export function summarizeGaps(gaps: readonly Gap[]): readonly Gap[] {
  const byCode = new Map<GapCode, Gap>();
  for (const gap of gaps) {
    const seen = byCode.get(gap.code);
    const { source: _source, ...shown } = gap;
    byCode.set(gap.code, seen === undefined ? shown : fold(seen, shown));
  }
  return [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

function fold(first: Gap, next: Gap): Gap {
  const { code, subject, detail } = first;
  const count = (first.count ?? 1) + (next.count ?? 1);
  return {
    code,
    ...(subject === undefined ? {} : { subject }),
    ...(detail === undefined || detail !== next.detail ? {} : { detail }),
    count,
  };
}
